package dev.tidemark.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.plan.ColumnarPlanner;
import dev.tidemark.columnar.plan.ColumnarServices;
import dev.tidemark.conformance.SqlCase.Mode;
import dev.tidemark.runtime.TidemarkOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.operations.CollectModifyOperation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.QueryOperation;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every query of {@code queries/}: once on Flink's MiniCluster, twice on the target with Flink's
 * operators, and once more there with columnar operators where the plan has some.
 */
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
    List<Row> expected = run(query, mode, Targets.FLINK, false);
    assertThat(expected).as("Flink's output").isNotEmpty();

    List<Row> actual = run(query, mode, Targets.SUBJECT, false);
    query.comparisons().get(mode).check(actual, expected);

    List<Row> again = run(query, mode, Targets.SUBJECT, false);
    assertThat(Comparison.lines(again)).as("second run").isEqualTo(Comparison.lines(actual));

    if (Targets.SUBJECT.equals(TidemarkOptions.TARGET) && columnarNodes(query, mode) > 0) {
      List<Row> columnar = run(query, mode, Targets.SUBJECT, true);
      assertThat(Comparison.lines(columnar)).as("in columns").isEqualTo(Comparison.lines(actual));
    }
  }

  @Test
  void enoughQueriesRunInColumns() throws Exception {
    int queries = 0;
    for (SqlCase query : SqlCase.all()) {
      queries += columnarNodes(query, Mode.STREAMING) > 0 ? 1 : 0;
    }
    assertThat(queries).isGreaterThanOrEqualTo(100);
  }

  @Test
  void coversEnoughQueries() {
    assertThat(SqlCase.all().stream().filter(q -> q.comparisons().containsKey(Mode.STREAMING)))
        .hasSizeGreaterThanOrEqualTo(60);
    assertThat(SqlCase.all().stream().filter(q -> q.comparisons().containsKey(Mode.BATCH)))
        .hasSizeGreaterThanOrEqualTo(20);
  }

  /** How many nodes of the query's plan run in columns on the target. */
  private static int columnarNodes(SqlCase query, Mode mode) {
    if (mode == Mode.BATCH || !query.comparisons().containsKey(mode)) {
      return 0;
    }
    TableEnvironment environment = environment(query, mode, TidemarkOptions.TARGET, true);
    int last = query.statements().size() - 1;
    TableEnvironmentImpl internal = (TableEnvironmentImpl) environment;
    Operation operation = internal.getParser().parse(query.statements().get(last)).get(0);
    return ((ColumnarPlanner) internal.getPlanner())
        .columnarPlan(List.of(new CollectModifyOperation((QueryOperation) operation)))
        .columnarNodes();
  }

  private static List<Row> run(SqlCase query, Mode mode, String target, boolean columnar)
      throws Exception {
    TableEnvironment environment = environment(query, mode, target, columnar);
    List<Row> rows = new ArrayList<>();
    CloseableIterator<Row> result =
        environment.executeSql(query.statements().get(query.statements().size() - 1)).collect();
    try {
      result.forEachRemaining(rows::add);
    } finally {
      result.close();
    }
    return rows;
  }

  /** An environment in which everything has been executed but the query itself. */
  private static TableEnvironment environment(
      SqlCase query, Mode mode, String target, boolean columnar) {
    Configuration configuration = new Configuration();
    configuration.set(DeploymentOptions.TARGET, target);
    configuration.set(DeploymentOptions.ATTACHED, true);
    configuration.set(CoreOptions.DEFAULT_PARALLELISM, 1);
    configuration.setString("table.local-time-zone", "UTC");
    query.settings().forEach(configuration::setString);
    EnvironmentSettings.Builder builder =
        EnvironmentSettings.newInstance().withConfiguration(configuration);
    EnvironmentSettings settings =
        mode == Mode.BATCH ? builder.inBatchMode().build() : builder.inStreamingMode().build();
    TableEnvironment environment =
        columnar
            ? ColumnarServices.within(() -> TableEnvironment.create(settings))
            : TableEnvironment.create(settings);
    String data = Resources.path("data").toUri().toString();
    TABLES.forEach(table -> environment.executeSql(table.replace("${data}", data)));
    int last = query.statements().size() - 1;
    query.statements().subList(0, last).forEach(environment::executeSql);
    return environment;
  }
}
