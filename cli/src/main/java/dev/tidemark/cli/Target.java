package dev.tidemark.cli;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;

/** Where jobs run. */
public enum Target {
  /** In this process, on Tidemark's runtime. */
  tidemark("tidemark"),
  /** In this process, on Flink's own MiniCluster. */
  local("local"),
  /** On a Flink cluster, found by {@code rest.address} and {@code rest.port}. */
  remote("remote");

  private final String executorName;

  Target(String executorName) {
    this.executorName = executorName;
  }

  /** The value of Flink's {@code execution.target}. */
  public String executorName() {
    return executorName;
  }

  /**
   * Looking into jobs takes our own runtime.
   *
   * @throws UsageException if the configuration says that jobs run elsewhere
   */
  public static void requireOwn(Configuration configuration) {
    String name = configuration.get(DeploymentOptions.TARGET);
    if (!tidemark.executorName.equals(name)) {
      throw new UsageException(
          "only jobs of the target tidemark can be looked into, and this one is "
              + name
              + ": leave out --target (and execution.target), or --ledger, --fail-on-late,"
              + " --report and --drops.");
    }
  }
}
