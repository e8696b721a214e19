package dev.tidemark.examples.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A Flink cluster on this machine, as {@code cluster/cluster.sh} starts and stops it. */
final class Cluster implements AutoCloseable {

  private static final int PATIENCE_MINUTES = 8;

  private final Path folder;
  private final List<String> status;

  private Cluster(Path folder, List<String> status) {
    this.folder = folder;
    this.status = status;
  }

  /** Starts a cluster of its own in a folder, and waits until both TaskManagers are there. */
  static Cluster start(Path folder) throws IOException, InterruptedException {
    return new Cluster(folder, script(folder, "start"));
  }

  /** The options that point {@code tidemark} at this cluster. */
  List<String> options() {
    List<String> options = new ArrayList<>(List.of("--target", "remote"));
    for (String line : status) {
      if (line.startsWith("rest.")) {
        options.addAll(List.of("-D", line));
      }
    }
    return options;
  }

  /** What the script says now: address, port and process ids, or that nothing runs. */
  List<String> status() throws IOException, InterruptedException {
    return script(folder, "status");
  }

  /** The lines that programs printed in the TaskManagers, whichever of the two it was. */
  List<String> printed() throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> logs = Files.list(folder.resolve("log"))) {
      for (Path log : logs.sorted().toList()) {
        if (log.getFileName().toString().matches("taskmanager-\\d+\\.out")) {
          lines.addAll(Files.readAllLines(log));
        }
      }
    }
    return lines;
  }

  @Override
  public void close() throws IOException {
    try {
      script(folder, "stop");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<String> script(Path folder, String command)
      throws IOException, InterruptedException {
    Path out = folder.resolve(command + ".txt");
    Path err = folder.resolve(command + ".err");
    ProcessBuilder builder =
        new ProcessBuilder("cluster/cluster.sh", command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("TIDEMARK_CLUSTER_DIR", folder.toAbsolutePath().toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
      process.destroy();
      throw new IllegalStateException("cluster.sh " + command + " does not come back");
    }
    if (process.exitValue() != 0 && !command.equals("status")) {
      throw new IllegalStateException("cluster.sh " + command + ": " + Files.readString(err));
    }
    return Files.readAllLines(out);
  }
}
