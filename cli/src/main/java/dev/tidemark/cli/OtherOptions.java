package dev.tidemark.cli;

import dev.tidemark.cli.server.ServerState;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How a server that is up differs from the one that a command line asks for. */
final class OtherOptions {

  private OtherOptions() {}

  /** Those of the options given that the server does not have, each with what it has instead. */
  static List<String> of(ServerOptions options, ServerState server) {
    List<String> others = new ArrayList<>();
    // 0 is any that is free: that of the server is as good as another.
    int port = URI.create(server.url()).getPort();
    if (options.isGiven("--port") && options.port() != 0 && options.port() != port) {
      others.add("--port " + options.port() + " (it has " + port + ")");
    }
    Map<String, String> has = server.options();
    options
        .inEffect()
        .forEach(
            (name, value) -> {
              if (options.isGiven(name) && !value.equals(has.get(name))) {
                others.add(told(name, value, has.get(name)));
              }
            });
    return others;
  }

  private static String told(String name, String value, String instead) {
    if (name.equals(ServerOptions.TOKEN)) {
      return name + ("".equals(instead) ? " (it wants no token)" : " (it wants another token)");
    }
    if (name.startsWith(ServerOptions.SETTING)) {
      return name + (instead == null ? " (it does not set this)" : " (it has another value)");
    }
    return name + " " + value + " (it has " + (instead == null ? "another" : instead) + ")";
  }
}
