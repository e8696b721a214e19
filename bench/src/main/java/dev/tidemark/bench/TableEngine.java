package dev.tidemark.bench;

import dev.tidemark.columnar.ColumnarOptions;
import dev.tidemark.columnar.plan.ColumnarServices;
import dev.tidemark.runtime.TidemarkOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.operations.ModifyOperation;

/**
 * Flink's planner, and a target that runs what it plans: Flink's MiniCluster or {@code tidemark}.
 * What comes out goes into the connector {@code tally}.
 *
 * @param columnar whether the plan is rewritten to columnar operators
 */
record TableEngine(String name, String target, int parallelism, boolean columnar)
    implements Engine {
  private static final Pattern STEP = Pattern.compile("(?:\\bColumnar\\(|-> )(\\w+)");

  @Override
  public Outcome outcome() {
    // Two instances of an operator take turns as they like, and what reads both changes with that.
    return parallelism > 1 ? Outcome.TABLE : Outcome.CHANGES;
  }

  @Override
  public String obstacle(Work work, Path file) {
    return columnar && columnarSteps(work, file).isEmpty()
        ? "no part of its plan is columnar"
        : null;
  }

  /** The steps of the plan that run in columns, in their order. */
  List<String> columnarSteps(Work work, Path file) {
    TableEnvironmentImpl environment = (TableEnvironmentImpl) environment(work, file, false);
    List<ModifyOperation> operations = new ArrayList<>();
    environment
        .getParser()
        .parse(insert(work))
        .forEach(operation -> operations.add((ModifyOperation) operation));
    List<String> steps = new ArrayList<>();
    for (Transformation<?> sink : environment.getPlanner().translate(operations)) {
      for (Transformation<?> step : sink.getTransitivePredecessors()) {
        if (step.getDescription().contains("Columnar(")) {
          Matcher matcher = STEP.matcher(step.getDescription());
          while (matcher.find()) {
            steps.add(matcher.group(1));
          }
        }
      }
    }
    return steps;
  }

  @Override
  public Measured run(Work work, Path file, boolean content) throws Exception {
    TableEnvironment environment = environment(work, file, content);
    TallySinkFactory.take(name);
    return Measured.of(
        () -> {
          JobExecutionResult result =
              environment
                  .executeSql(insert(work))
                  .getJobClient()
                  .orElseThrow()
                  .getJobExecutionResult()
                  .get();
          return new Measured.Executed(result.getNetRuntime(), TallySinkFactory.take(name));
        });
  }

  private static String insert(Work work) {
    return "INSERT INTO results " + work.query();
  }

  private TableEnvironment environment(Work work, Path file, boolean content) {
    Configuration configuration = new Configuration();
    configuration.set(DeploymentOptions.TARGET, target);
    configuration.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
    configuration.set(ColumnarOptions.ENABLED, columnar);
    TableEnvironment environment = create(configuration);
    work.data()
        .tables()
        .forEach(
            (table, data) ->
                environment.executeSql(
                    data.table(table, WorkFiles.file(work, file, data).toUri().toString())));
    environment.executeSql(
        "CREATE TABLE results ("
            + work.columns()
            + ") WITH ('connector' = 'tally', 'name' = '"
            + name
            + "', 'content' = '"
            + content
            + "')");
    return environment;
  }

  private TableEnvironment create(Configuration configuration) {
    Supplier<TableEnvironment> create =
        () ->
            TableEnvironment.create(
                EnvironmentSettings.newInstance()
                    .inStreamingMode()
                    .withConfiguration(configuration)
                    .build());
    return columnar ? ColumnarServices.within(create) : create.get();
  }

  static final TableEngine FLINK = new TableEngine("Flink, p=1", "local", 1, false);
  static final TableEngine FLINK_TWO = new TableEngine("Flink, p=2", "local", 2, false);
  static final TableEngine ROWS =
      new TableEngine("tidemark, rows", TidemarkOptions.TARGET, 1, false);
  static final TableEngine COLUMNS =
      new TableEngine("tidemark, columnar", TidemarkOptions.TARGET, 1, true);
}
