package dev.tidemark.insight.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.Arrivals;
import dev.tidemark.insight.changelog.DeclaredPlan;
import dev.tidemark.insight.ledger.Ledger;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.RunLog;
import dev.tidemark.insight.sweep.FirstPass;
import dev.tidemark.runtime.TidemarkOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** The report on a query that counts the rows of table t in windows of a minute. */
final class ReportedCounts {
  private static final String COUNTS =
      "SELECT k, COUNT(*) FROM TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE)"
          + " GROUP BY k, window_start, window_end";

  private ReportedCounts() {}

  /** Runs it over rows with a watermark delay of 5 s. */
  static Path write(Path dir, Arrivals arrivals) throws Exception {
    return write(dir, arrivals.table(dir, "t", 5_000));
  }

  /** Runs it over the table that a statement makes. */
  static Path write(Path dir, String table) throws Exception {
    Path file = dir.resolve("report.html");
    Files.deleteIfExists(file);
    try (RunLog log =
            new RunLog(
                Ledger.DEFAULT_CAP, plan -> null, () -> ReportFile.probes(DeclaredPlan.unknown()));
        ReportFile report = new ReportFile(file)) {
      Configuration configuration = new Configuration();
      configuration.set(DeploymentOptions.TARGET, TidemarkOptions.TARGET);
      configuration.set(DeploymentOptions.ATTACHED, true);
      configuration.set(TidemarkOptions.OBSERVER, log.observer());
      TableEnvironment env =
          TableEnvironment.create(
              EnvironmentSettings.newInstance()
                  .inStreamingMode()
                  .withConfiguration(configuration)
                  .build());
      env.executeSql(table);
      try (CloseableIterator<Row> rows = env.executeSql(COUNTS).collect()) {
        rows.forEachRemaining(row -> {});
      }
      for (RunInsight run : log.take()) {
        assertThat(run.awaitOver(30)).isTrue();
        report.add("count.sql:1:1", run, new FirstPass(0, "count.sql:1:1", run));
      }
      assertThat(file).doesNotExist();
      report.complete();
    }
    return file;
  }
}
