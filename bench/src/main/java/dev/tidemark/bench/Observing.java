package dev.tidemark.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.tidemark.columnar.plan.ColumnarServices;
import dev.tidemark.insight.changelog.ChangelogProbe;
import dev.tidemark.insight.changelog.DeclaredPlan;
import dev.tidemark.insight.ledger.Ledger;
import dev.tidemark.insight.run.Probe;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.RunLog;
import dev.tidemark.runtime.TidemarkOptions;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
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

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private Observing() {}

  public static void main(String[] args) throws Exception {
    String table =
        "CREATE TABLE readings (event_id BIGINT, sensor STRING, reading INT, ts TIMESTAMP(3),"
            + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'filesystem',"
            + " 'format' = 'csv', 'path' = '"
            + args[0]
            + "')";
    int rounds = Integer.parseInt(args[1]);
    Map<Side, List<Cost>> costs = new LinkedHashMap<>();
    List<String> first = null;
    for (int round = 0; round <= rounds; round++) {
      for (Side side : SIDES) {
        List<String> rows = new ArrayList<>();
        Cost cost = side.probes == null ? run(table, null, rows) : observed(table, side, rows);
        first = first == null ? rows : first;
        if (!rows.equals(first)) {
          System.out.println("DIFFERENT rows " + side.name + " in round " + round);
          System.exit(1);
        }
        if (round > 0) {
          costs.computeIfAbsent(side, name -> new ArrayList<>()).add(cost);
        }
      }
    }
    System.out.printf(
        "Java %s, medians of %d rounds. How much more than unobserved in the same round: the"
            + " median, and the middle half.%n",
        Runtime.version(), rounds);
    List<Cost> unobserved = costs.get(SIDES.get(0));
    costs.forEach((side, each) -> print(side.name, each, unobserved));
    System.exit(0);
  }

  private static void print(String side, List<Cost> costs, List<Cost> unobserved) {
    System.out.printf(
        "| %s | %s | CPU %s |%n",
        side, column(costs, unobserved, Cost::nanos), column(costs, unobserved, Cost::cpuNanos));
  }

  private static String column(
      List<Cost> costs, List<Cost> unobserved, ToLongFunction<Cost> measure) {
    int rounds = costs.size();
    List<Double> more = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      double with = measure.applyAsLong(costs.get(round));
      more.add(100 * with / measure.applyAsLong(unobserved.get(round)) - 100);
    }
    Collections.sort(more);
    return String.format(
        Locale.ROOT,
        "%s | %+.1f %% (%+.1f to %+.1f)",
        Sides.seconds(
            TimeUnit.NANOSECONDS.toMillis(
                Sides.median(costs.stream().map(measure::applyAsLong).toList()))),
        more.get(rounds / 2),
        more.get(rounds / 4),
        more.get(rounds * 3 / 4));
  }

  private static Cost observed(String table, Side side, List<String> rows) throws Exception {
    try (RunLog runs = new RunLog(Ledger.DEFAULT_CAP, plan -> null, side.probes)) {
      Cost cost = run(table, runs.observer(), rows);
      RunInsight insight = runs.take().get(0);
      insight.awaitOver(10);
      if (insight.ledger().droppedWhole() == 0) {
        throw new IllegalStateException("nothing was dropped: the benchmark measures too little");
      }
      return cost;
    }
  }

  /**
   * What a run took.
   *
   * @param nanos from the statement to its last row
   * @param cpuNanos of the whole process
   */
  private record Cost(long nanos, long cpuNanos) {}

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

  private static Cost run(String table, String observer, List<String> rows) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(DeploymentOptions.TARGET, TidemarkOptions.TARGET);
    if (observer != null) {
      configuration.set(TidemarkOptions.OBSERVER, observer);
    }
    TableEnvironment environment = ColumnarServices.within(() -> Queries.streaming(configuration));
    environment.executeSql(table);
    long cpu = PROCESS.getProcessCpuTime();
    long start = System.nanoTime();
    Queries.collect(environment, QUERY, rows);
    return new Cost(System.nanoTime() - start, PROCESS.getProcessCpuTime() - cpu);
  }
}
