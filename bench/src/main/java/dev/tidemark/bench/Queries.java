package dev.tidemark.bench;

import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** Queries in this JVM, on one thread each. */
final class Queries {
  private Queries() {}

  /** Where streaming queries run with these settings. */
  static TableEnvironment streaming(Configuration configuration) {
    configuration.set(CoreOptions.DEFAULT_PARALLELISM, 1);
    return TableEnvironment.create(
        EnvironmentSettings.newInstance()
            .inStreamingMode()
            .withConfiguration(configuration)
            .build());
  }

  /** Runs a query to its end and adds its rows to a list. */
  static void collect(TableEnvironment environment, String query, List<String> rows)
      throws Exception {
    try (CloseableIterator<Row> result = environment.executeSql(query).collect()) {
      result.forEachRemaining(row -> rows.add(row.toString()));
    }
  }
}
