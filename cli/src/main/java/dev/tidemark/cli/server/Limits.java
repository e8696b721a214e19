package dev.tidemark.cli.server;

import java.time.Duration;

/**
 * What a server gives to its callers at most.
 *
 * @param sessions sessions of the gateway that are open at the same time
 * @param idle after which time without a request a session is closed
 * @param statement how long a statement may take, with the reading of its result
 * @param requestBytes size of a request's body, in bytes
 */
public record Limits(int sessions, Duration idle, Duration statement, int requestBytes) {}
