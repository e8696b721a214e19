package dev.tidemark.insight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.changelog.ChangelogProbe;
import dev.tidemark.insight.changelog.ChangelogProfile;
import dev.tidemark.insight.changelog.DeclaredPlan;
import dev.tidemark.insight.ledger.VerdictJson;
import dev.tidemark.insight.run.Probe;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.RunLog;
import dev.tidemark.runtime.TidemarkOptions;
import dev.tidemark.runtime.plan.PlanNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is gathered about a run is the same whether its operators run in columns or by themselves:
 * accounts, every dropped row with all that is known of it, volumes and first rows of the
 * changelog.
 */
class ColumnsTest {
  @TempDir Path dir;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT window_start, COUNT(*) FROM TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '7' SECOND)"
            + " WHERE id > 5 GROUP BY window_start, window_end",
        "SELECT window_start, k, COUNT(*), SUM(id) FROM HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '2'"
            + " SECOND, INTERVAL '8' SECOND) GROUP BY window_start, window_end, k",
        "SELECT window_end, MAX(id) FROM CUMULATE(TABLE t, DESCRIPTOR(ts), INTERVAL '2' SECOND,"
            + " INTERVAL '6' SECOND) GROUP BY window_start, window_end",
        // What is in columns ends before the operators that drop rows.
        "SELECT k, window_start, COUNT(*) FROM SESSION(TABLE t PARTITION BY k, DESCRIPTOR(ts),"
            + " INTERVAL '1' SECOND) GROUP BY k, window_start, window_end",
        "SELECT id, COUNT(*) OVER (PARTITION BY k ORDER BY ts) FROM t WHERE MOD(id, 3) <> 1",
        "SELECT k, COUNT(*), SUM(id) FROM t GROUP BY k",
        "SELECT k, id, r FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ms DESC) AS r"
            + " FROM t WHERE id <> 9) WHERE r <= 3",
        "SELECT n, COUNT(*) FROM (SELECT k, COUNT(*) AS n FROM t GROUP BY k) GROUP BY n",
        "SELECT k, id FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS r"
            + " FROM t) WHERE r = 1",
      })
  void gathersTheSame(String query) throws Exception {
    Arrivals arrivals = new Arrivals();
    Random random = new Random(7);
    long now = 60_000;
    for (int i = 0; i < 900; i++) {
      now += random.nextInt(900);
      arrivals.add("k" + random.nextInt(4), now - random.nextInt(9_000));
    }
    for (String zone : List.of("UTC", "Asia/Kolkata")) {
      for (String type : List.of("TIMESTAMP(3)", "TIMESTAMP_LTZ(3)")) {
        String table = arrivals.table(dir, "t", 1_000, type);
        List<String> flink = gathered(false, 2048, zone, table, query);
        assertThat(flink).hasSizeGreaterThan(3);
        for (int batch : List.of(1, 100)) {
          List<String> columns = gathered(true, batch, zone, table, query);
          assertSame(flink, columns, zone + ", " + type + ", batches of " + batch);
        }
      }
    }
  }

  /** Shows where two accounts part only. */
  private static void assertSame(List<String> flink, List<String> columns, String what) {
    int same = 0;
    while (same < Math.min(flink.size(), columns.size())
        && flink.get(same).equals(columns.get(same))) {
      same++;
    }
    assertThat(columns.subList(same, Math.min(columns.size(), same + 3)))
        .as("%s: line %d of %d and %d", what, same, flink.size(), columns.size())
        .isEqualTo(flink.subList(same, Math.min(flink.size(), same + 3)));
  }

  private static List<String> gathered(
      boolean columns, int batch, String zone, String table, String query) throws Exception {
    Supplier<List<Probe>> probes =
        () -> List.of(new ChangelogProbe(DeclaredPlan.unknown(), ChangelogProbe.DEFAULT_CAP, 20));
    try (RunLog log = new RunLog(1_000_000, plan -> null, probes)) {
      Configuration configuration = new Configuration();
      configuration.set(DeploymentOptions.TARGET, TidemarkOptions.TARGET);
      configuration.set(TidemarkOptions.OBSERVER, log.observer());
      configuration.setString("tidemark.columnar.enabled", String.valueOf(columns));
      configuration.setString("tidemark.columnar.batch-rows", String.valueOf(batch));
      configuration.setString("table.local-time-zone", zone);
      TableEnvironment tables = Tables.of(configuration);
      tables.executeSql(table);
      try (CloseableIterator<Row> results = tables.executeSql(query).collect()) {
        results.forEachRemaining(row -> {});
      }
      RunInsight run = log.take().get(0);
      assertThat(run.awaitOver(10)).isTrue();
      assertThat(run.plan().nodes().stream().map(PlanNode::substitute).anyMatch(s -> s != null))
          .isEqualTo(columns);
      return texts(run);
    }
  }

  private static List<String> texts(RunInsight run) {
    List<String> texts = new ArrayList<>();
    VerdictJson.of("", run)
        .toPrettyString()
        .lines()
        // Flink's planner counts the nodes of all plans.
        .map(line -> line.replaceFirst("\"\\[\\d+]:", "\"["))
        .forEach(texts::add);
    run.ledger().drops().forEach(drop -> texts.add(drop.toString()));
    run.ledger().worst().forEach(drop -> texts.add("worst " + drop));
    texts.add(run.rowsJudged() + " rows judged, " + run.ledger().dropCount() + " losses");
    texts.add(run.ledger().droppedWhole() + " dropped whole");
    ChangelogProfile profile = run.probe(ChangelogProbe.class).orElseThrow().profile();
    profile
        .operators()
        .forEach(each -> texts.add(each.name() + " " + each.in() + each.out() + each.first()));
    profile.edges().forEach(edge -> texts.add(edge.toString()));
    profile
        .results()
        .forEach(each -> texts.add(each.volume() + " of " + each.sourceRows() + each.columns()));
    return texts;
  }
}
