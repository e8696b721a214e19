package dev.tidemark.insight.ledger;

/**
 * A window.
 *
 * @param start its first millisecond, as the row's time stamps are counted
 * @param end the first millisecond behind it
 */
public record Window(long start, long end) {}
