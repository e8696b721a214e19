package dev.tidemark.cli;

import dev.tidemark.runtime.TidemarkOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import picocli.CommandLine.Option;

/** Where jobs run and with which settings: options of every command that runs jobs. */
final class JobOptions {

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "A setting of Flink's, such as parallelism.default=1.")
  private Map<String, String> options = new LinkedHashMap<>();

  @Option(
      names = "--target",
      paramLabel = "TARGET",
      description =
          "Where jobs run: tidemark, local or remote. Default: tidemark, in this process. local is"
              + " Flink's MiniCluster; remote is a cluster at -D rest.address and -D rest.port.")
  private Target target;

  @Option(
      names = "--no-final-watermark",
      description =
          "Leave windows open that only the end of the input would close, as if the stream went on.")
  private boolean noFinalWatermark;

  @Option(names = "--verbose", description = "Show stack traces of errors.")
  private boolean verbose;

  @Option(
      names = "--log-file",
      paramLabel = "FILE",
      description = "Write Flink's log to this file. Default: no log.")
  private Path logFile;

  /** Begins the log that was asked for, or none. */
  void configureLogging() {
    FlinkLogging.configure(logFile);
  }

  boolean verbose() {
    return verbose;
  }

  /** The settings of options alone. */
  Map<String, String> options() {
    return options;
  }

  /** The settings of files and options; the options win. */
  Configuration configuration(Caller caller) {
    Configuration configuration =
        Settings.load(Path.of(""), caller.environment("FLINK_CONF_DIR"), options, target);
    if (noFinalWatermark) {
      configuration.set(TidemarkOptions.FINAL_WATERMARK, false);
    }
    return configuration;
  }
}
