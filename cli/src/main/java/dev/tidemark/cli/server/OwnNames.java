package dev.tidemark.cli.server;

import java.util.Set;

/** What a browser calls this machine, as the header {@code Host} has it. */
public final class OwnNames {

  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private OwnNames() {}

  /**
   * Whether a host is this machine, seen from itself: no name that was made to lead here.
   *
   * @param host in lower case, with or without a port
   */
  public static boolean include(String host) {
    int colon = host.lastIndexOf(':');
    return LOOPBACK.contains(colon > host.lastIndexOf(']') ? host.substring(0, colon) : host);
  }
}
