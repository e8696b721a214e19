package dev.tidemark.examples.datastream;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Makes {@code StreamExecutionEnvironment.getExecutionEnvironment()} in a program's main run on a
 * chosen target.
 */
@SuppressWarnings("try") // the inherited close() declares Exception
final class TargetEnvironment extends StreamExecutionEnvironment {

  static void install(Configuration configuration) {
    initializeContextEnvironment(
        programConfiguration -> {
          Configuration merged = new Configuration(configuration);
          merged.addAll(programConfiguration);
          return new StreamExecutionEnvironment(merged);
        });
  }

  static void uninstall() {
    resetContextEnvironment();
  }

  private TargetEnvironment() {}
}
