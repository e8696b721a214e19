package dev.tidemark.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.plan.ColumnarServices;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** Runs queries on the target, in columns or with Flink's operators alone. */
final class Runs {
  private Runs() {}

  static TableEnvironment environment(boolean columnar, Map<String, String> settings) {
    Configuration configuration = new Configuration();
    configuration.setString("execution.target", "tidemark");
    configuration.setString("tidemark.columnar.enabled", Boolean.toString(columnar));
    settings.forEach(configuration::setString);
    return ColumnarServices.within(
        () ->
            TableEnvironment.create(
                EnvironmentSettings.newInstance()
                    .inStreamingMode()
                    .withConfiguration(configuration)
                    .build()));
  }

  /** The rows of a query with their kinds, and the failure if there is one. */
  static List<String> rows(
      boolean columnar, Map<String, String> settings, List<String> tables, String query) {
    TableEnvironment environment = environment(columnar, settings);
    tables.forEach(environment::executeSql);
    List<String> rows = new ArrayList<>();
    try (CloseableIterator<Row> results = environment.executeSql(query).collect()) {
      results.forEachRemaining(row -> rows.add(row.getKind().shortString() + row));
    } catch (Exception e) {
      Throwable root = e;
      while (root.getCause() != null) {
        root = root.getCause();
      }
      rows.add(root.getClass().getName() + ": " + root.getMessage());
    }
    return rows;
  }

  /** Compares what joins emit with Flink's operators, whoever's turn it is. */
  static void assertSameInTurns(List<String> tables, String query, Map<String, String> more) {
    for (String seed : List.of("", "77")) {
      Map<String, String> settings = new HashMap<>(more);
      if (!seed.isEmpty()) {
        settings.put("tidemark.schedule.seed", seed);
      }
      List<String> flink = rows(false, settings, tables, query);
      assertThat(flink).isNotEmpty();
      for (String batch : seed.isEmpty() ? List.of("1", "4096") : List.of("7")) {
        settings.put("tidemark.columnar.batch-rows", batch);
        assertSame(
            flink,
            rows(true, settings, tables, query),
            "seed '" + seed + "', batches of " + batch + ", " + query);
      }
    }
  }

  /** Compares two logs, and shows where they part only: whole logs are long. */
  static void assertSame(List<String> flink, List<String> columnar, String what) {
    int same = 0;
    while (same < Math.min(flink.size(), columnar.size())
        && flink.get(same).equals(columnar.get(same))) {
      same++;
    }
    assertThat(columnar.subList(same, Math.min(columnar.size(), same + 3)))
        .as("%s: row %d of %d and %d", what, same, flink.size(), columnar.size())
        .isEqualTo(flink.subList(same, Math.min(flink.size(), same + 3)));
  }
}
