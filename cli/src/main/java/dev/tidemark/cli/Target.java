package dev.tidemark.cli;

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
}
