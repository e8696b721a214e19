package dev.tidemark.cli.server;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.table.gateway.rest.SqlGatewayRestEndpoint;

/** Flink's SQL gateway, as it is, over our sessions: its REST endpoint, its protocol, its words. */
final class Gateway implements AutoCloseable {

  /**
   * A thread for each request that is being answered; a statement may have one wait for its turn.
   */
  private static final String THREADS = "org.apache.flink.shaded.netty4.io.netty.eventLoopThreads";

  /** Of no page: what Flink says by default, "*", would let every web page read the answers. */
  private static final String NO_ORIGIN = "http://localhost";

  static final Map<String, String> RESPONSE_HEADERS =
      Map.of("access-control-allow-origin", NO_ORIGIN);

  private final GatewaySessions sessions;
  private final SqlGatewayRestEndpoint endpoint;

  private Gateway(GatewaySessions sessions, SqlGatewayRestEndpoint endpoint) {
    this.sessions = sessions;
    this.endpoint = endpoint;
  }

  /**
   * Begins to listen.
   *
   * @param port 0 for any that is free
   * @param token what requests have to carry; empty for nothing
   * @param folder for its temporary files
   * @throws Exception when the port is in use, above all
   */
  static Gateway start(
      InetAddress address,
      int port,
      Optional<Token> token,
      GatewaySessions sessions,
      Limits limits,
      Path folder)
      throws Exception {
    System.setProperty(THREADS, "32");
    Configuration configuration = new Configuration();
    configuration.set(RestOptions.ADDRESS, address.getHostAddress());
    configuration.set(RestOptions.BIND_ADDRESS, address.getHostAddress());
    configuration.set(RestOptions.BIND_PORT, Integer.toString(port));
    configuration.set(RestOptions.SERVER_MAX_CONTENT_LENGTH, limits.requestBytes());
    configuration.set(WebOptions.TMP_DIR, folder.toString());
    configuration.set(WebOptions.ACCESS_CONTROL_ALLOW_ORIGIN, NO_ORIGIN);
    configuration.set(RequestGuards.GUARDED, true);
    token.ifPresent(each -> configuration.set(RequestGuards.TOKEN, each.text()));
    SqlGatewayRestEndpoint endpoint =
        new SqlGatewayRestEndpoint(configuration, new ToldStatements(sessions));
    sessions.start();
    endpoint.start();
    return new Gateway(sessions, endpoint);
  }

  /** Where it listens. */
  String url() {
    return endpoint.getRestBaseUrl();
  }

  @Override
  public void close() throws Exception {
    sessions.stop();
    endpoint.stop();
  }
}
