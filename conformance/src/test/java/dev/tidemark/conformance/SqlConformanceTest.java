package dev.tidemark.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.conformance.SqlCase.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every query of {@code queries/}: once on Flink's MiniCluster and twice on the target. */
class SqlConformanceTest {

  private static final List<String> TABLES =
      SqlCase.statements(Resources.lines(Resources.path("tables.sql")));

  static Stream<Arguments> queries() {
    return SqlCase.all().stream()
        .filter(query -> Targets.isChosen(query.name()))
        .flatMap(
            query ->
                query.comparisons().keySet().stream()
                    .map(mode -> Arguments.of(query.name(), mode, query)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("queries")
  void givesWhatFlinkGives(String name, Mode mode, SqlCase query) throws Exception {
    List<Row> expected = run(query, mode, Targets.FLINK);
    assertThat(expected).as("Flink's output").isNotEmpty();

    List<Row> actual = run(query, mode, Targets.SUBJECT);
    query.comparisons().get(mode).check(actual, expected);

    List<Row> again = run(query, mode, Targets.SUBJECT);
    assertThat(Comparison.lines(again)).as("second run").isEqualTo(Comparison.lines(actual));
  }

  @Test
  void coversEnoughQueries() {
    assertThat(SqlCase.all().stream().filter(q -> q.comparisons().containsKey(Mode.STREAMING)))
        .hasSizeGreaterThanOrEqualTo(60);
    assertThat(SqlCase.all().stream().filter(q -> q.comparisons().containsKey(Mode.BATCH)))
        .hasSizeGreaterThanOrEqualTo(20);
  }

  private static List<Row> run(SqlCase query, Mode mode, String target) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(DeploymentOptions.TARGET, target);
    configuration.set(DeploymentOptions.ATTACHED, true);
    configuration.set(CoreOptions.DEFAULT_PARALLELISM, 1);
    configuration.setString("table.local-time-zone", "UTC");
    query.settings().forEach(configuration::setString);
    EnvironmentSettings.Builder settings =
        EnvironmentSettings.newInstance().withConfiguration(configuration);
    TableEnvironment environment =
        TableEnvironment.create(
            mode == Mode.BATCH
                ? settings.inBatchMode().build()
                : settings.inStreamingMode().build());
    String data = Resources.path("data").toUri().toString();
    TABLES.forEach(table -> environment.executeSql(table.replace("${data}", data)));

    int last = query.statements().size() - 1;
    query.statements().subList(0, last).forEach(environment::executeSql);
    List<Row> rows = new ArrayList<>();
    CloseableIterator<Row> result = environment.executeSql(query.statements().get(last)).collect();
    try {
      result.forEachRemaining(rows::add);
    } finally {
      result.close();
    }
    return rows;
  }
}
