package dev.tidemark.bench;

import dev.tidemark.insight.ledger.Ledger;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.RunLog;
import dev.tidemark.runtime.TidemarkOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/**
 * What keeping the drop ledger costs: the same window query over a CSV file, with and without it,
 * in turn in this JVM. The first round of each warms the JVM up and is not counted.
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
    List<Long> plain = new ArrayList<>();
    List<Long> observed = new ArrayList<>();
    long dropped = 0;
    for (int round = 0; round <= rounds; round++) {
      List<String> unseen = new ArrayList<>();
      List<String> seen = new ArrayList<>();
      long plainMillis = run(table, null, unseen);
      long observedMillis;
      try (RunLog runs = new RunLog(Ledger.DEFAULT_CAP, plan -> null, List::of)) {
        observedMillis = run(table, runs.observer(), seen);
        RunInsight insight = runs.take().get(0);
        insight.awaitOver(10);
        dropped = insight.ledger().droppedWhole();
      }
      if (!unseen.equals(seen)) {
        System.out.println("DIFFERENT rows in round " + round);
        System.exit(1);
      }
      if (round > 0) {
        plain.add(plainMillis);
        observed.add(observedMillis);
      }
    }
    long without = Sides.median(plain);
    long with = Sides.median(observed);
    System.out.printf(
        "Java %s, medians of %d rounds, %d rows dropped%n", Runtime.version(), rounds, dropped);
    System.out.printf(
        "| without the ledger %s | with it %s | %.1f %% more |%n",
        Sides.seconds(without), Sides.seconds(with), 100.0 * (with - without) / without);
    System.exit(0);
  }

  private static long run(String table, String observer, List<String> rows) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(DeploymentOptions.TARGET, TidemarkOptions.TARGET);
    if (observer != null) {
      configuration.set(TidemarkOptions.OBSERVER, observer);
    }
    TableEnvironment environment =
        TableEnvironment.create(
            EnvironmentSettings.newInstance()
                .inStreamingMode()
                .withConfiguration(configuration)
                .build());
    environment.executeSql(table);
    long start = System.nanoTime();
    try (CloseableIterator<Row> result = environment.executeSql(QUERY).collect()) {
      result.forEachRemaining(row -> rows.add(row.toString()));
    }
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }
}
