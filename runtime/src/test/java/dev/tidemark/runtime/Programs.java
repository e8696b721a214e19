package dev.tidemark.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** Environments on the target, and what programs on them return. */
final class Programs {
  private Programs() {}

  static Configuration target(Map<String, String> settings) {
    Configuration configuration = Configuration.fromMap(settings);
    configuration.set(DeploymentOptions.TARGET, TidemarkOptions.TARGET);
    // Or execute() would return before the job has ended, on this target as on any.
    configuration.set(DeploymentOptions.ATTACHED, true);
    return configuration;
  }

  static StreamExecutionEnvironment dataStream(Map<String, String> settings) {
    return new StreamExecutionEnvironment(target(settings));
  }

  static TableEnvironment streaming(Map<String, String> settings) {
    return TableEnvironment.create(
        EnvironmentSettings.newInstance()
            .inStreamingMode()
            .withConfiguration(target(settings))
            .build());
  }

  static TableEnvironment batch(Map<String, String> settings) {
    return TableEnvironment.create(
        EnvironmentSettings.newInstance()
            .inBatchMode()
            .withConfiguration(target(settings))
            .build());
  }

  static List<String> rows(TableEnvironment env, String sql) throws Exception {
    List<String> rows = new ArrayList<>();
    try (CloseableIterator<Row> results = env.executeSql(sql).collect()) {
      results.forEachRemaining(row -> rows.add(row.toString()));
    }
    return rows;
  }

  static <T> List<T> elements(DataStream<T> stream) throws Exception {
    List<T> elements = new ArrayList<>();
    try (CloseableIterator<T> results = stream.executeAndCollect()) {
      results.forEachRemaining(elements::add);
    }
    return elements;
  }
}
