package dev.tidemark.cli.jobs;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.runtime.jobmanager.HighAvailabilityMode;

/**
 * Knocks at a cluster's door before a job is sent there. Flink's client goes on trying for more
 * than a minute, without a word, when nobody is there.
 */
final class ClusterProbe {

  private static final int ATTEMPTS = 4;
  private static final int CONNECT_MILLIS = 1_000;
  private static final int PAUSE_MILLIS = 300;

  private ClusterProbe() {}

  /**
   * Returns when somebody listens, or when the address is not for us to find out.
   *
   * @throws NoClusterException when nobody does, after at most five seconds
   */
  static void knock(Configuration configuration) throws IOException, InterruptedException {
    if (!"remote".equals(configuration.get(DeploymentOptions.TARGET))
        || !configuration.contains(RestOptions.ADDRESS)
        || HighAvailabilityMode.isHighAvailabilityModeActivated(configuration)) {
      return;
    }
    String host = configuration.get(RestOptions.ADDRESS);
    int port = configuration.get(RestOptions.PORT);
    for (int attempt = 1; ; attempt++) {
      try (Socket socket = new Socket()) {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
          throw new NoClusterException(
              host + ":" + port, new UnknownHostException("the host is not known"));
        }
        socket.connect(address, CONNECT_MILLIS);
        return;
      } catch (NoClusterException e) {
        throw e;
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          throw new NoClusterException(host + ":" + port, e);
        }
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
  }
}
