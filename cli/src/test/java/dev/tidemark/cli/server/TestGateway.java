package dev.tidemark.cli.server;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;

/** The gateway of a server, in this JVM, on a free port. */
final class TestGateway implements AutoCloseable {

  private final GatewaySessions sessions;
  private final Gateway gateway;

  TestGateway(Path folder, RunningJobs jobs, Limits limits, Optional<Token> token)
      throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(DeploymentOptions.TARGET, "tidemark");
    configuration.set(CoreOptions.DEFAULT_PARALLELISM, 1);
    sessions = new GatewaySessions(configuration, limits, jobs);
    gateway = Gateway.start(InetAddress.getLoopbackAddress(), 0, token, sessions, limits, folder);
  }

  String url() {
    return gateway.url();
  }

  /** {@code host:port}. */
  String authority() {
    return url().substring("http://".length());
  }

  /** What the page's list says of the sessions. */
  ArrayNode shown() {
    ArrayNode shown = new ObjectMapper().createArrayNode();
    sessions.write(shown);
    return shown;
  }

  int sessions() {
    return sessions.count();
  }

  @Override
  public void close() throws Exception {
    gateway.close();
  }
}
