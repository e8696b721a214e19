package dev.tidemark.bench;

import dev.tidemark.columnar.plan.ColumnarServices;
import dev.tidemark.insight.changelog.ChangelogProbe;
import dev.tidemark.insight.changelog.DeclaredPlan;
import dev.tidemark.insight.ledger.Ledger;
import dev.tidemark.insight.run.Probe;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.RunLog;
import dev.tidemark.runtime.TidemarkOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.table.api.TableEnvironment;

/**
 * What looking into a run costs: the same window query over a CSV file without, with the drop
 * ledger, and with ledger and changelog profile, in turn in this JVM. The first round warms the JVM
 * up and is not counted.
 *
 * <p>Usage: {@code Observing CSV ROUNDS}. Fails when the rows differ.
 */
final class Observing {

  private static final String QUERY =
      "SELECT window_start, COUNT(*) AS cnt, SUM(reading) AS total FROM TUMBLE(TABLE readings,"
          + " DESCRIPTOR(ts), INTERVAL '1' MINUTE) GROUP BY window_start, window_end";

  private Observing() {}

  public static void main(String[] args) throws Exception {
    String table =
        "CREATE TABLE readings (event_id BIGINT, sensor STRING, reading INT, ts TIMESTAMP(3),"
            + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'filesystem',"
            + " 'format' = 'csv', 'path' = '"
            + args[0]
            + "')";
    int rounds = Integer.parseInt(args[1]);
    Map<String, List<Long>> times = new LinkedHashMap<>();
    List<String> first = null;
    long dropped = 0;
    for (int round = 0; round <= rounds; round++) {
      for (Side side : SIDES) {
        List<String> rows = new ArrayList<>();
        long millis;
        if (side.probes == null) {
          millis = run(table, null, rows);
        } else {
          try (RunLog runs = new RunLog(Ledger.DEFAULT_CAP, plan -> null, side.probes)) {
            millis = run(table, runs.observer(), rows);
            RunInsight insight = runs.take().get(0);
            insight.awaitOver(10);
            dropped = insight.ledger().droppedWhole();
          }
        }
        first = first == null ? rows : first;
        if (!rows.equals(first)) {
          System.out.println("DIFFERENT rows " + side.name + " in round " + round);
          System.exit(1);
        }
        if (round > 0) {
          times.computeIfAbsent(side.name, name -> new ArrayList<>()).add(millis);
        }
      }
    }
    long without = Sides.median(times.get(SIDES.get(0).name));
    System.out.printf(
        "Java %s, medians of %d rounds, %d rows dropped%n", Runtime.version(), rounds, dropped);
    times.forEach(
        (side, each) -> {
          long with = Sides.median(each);
          System.out.printf(
              "| %s | %s | %+.1f %% |%n",
              side, Sides.seconds(with), 100.0 * (with - without) / without);
        });
    System.exit(0);
  }

  /**
   * A way to run the query.
   *
   * @param probes what looks at it besides the ledger; null for an unobserved run
   */
  private record Side(String name, Supplier<List<Probe>> probes) {}

  private static final List<Side> SIDES =
      List.of(
          new Side("unobserved", null),
          new Side("ledger", List::of),
          new Side(
              "ledger and changelog",
              () ->
                  List.of(
                      new ChangelogProbe(DeclaredPlan.unknown(), ChangelogProbe.DEFAULT_CAP, 0))));

  private static long run(String table, String observer, List<String> rows) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(DeploymentOptions.TARGET, TidemarkOptions.TARGET);
    if (observer != null) {
      configuration.set(TidemarkOptions.OBSERVER, observer);
    }
    TableEnvironment environment = ColumnarServices.within(() -> Queries.streaming(configuration));
    environment.executeSql(table);
    long start = System.nanoTime();
    Queries.collect(environment, QUERY, rows);
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }
}
