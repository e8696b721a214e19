package dev.tidemark.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.table.api.TableEnvironment;

/**
 * Runs 40 small queries, one after the other in this JVM, on Flink's MiniCluster (target {@code
 * local}) and on {@code tidemark}, and prints the time of a whole round. Both sides plan every
 * query anew; the first round of each warms the JVM up and is not counted.
 *
 * <p>Usage: {@code ManyQueries ROUNDS}, in the project's root. Fails when the sides' rows differ.
 */
final class ManyQueries {

  private static final String EVENTS =
      "CREATE TABLE events (event_id BIGINT, sensor STRING, reading INT, ts TIMESTAMP(3),"
          + " WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'filesystem',"
          + " 'path' = 'examples/data/watermark_events.csv', 'format' = 'csv')";

  private ManyQueries() {}

  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    List<String> queries = queries();
    List<Long> flink = new ArrayList<>();
    List<Long> tidemark = new ArrayList<>();
    for (int round = 0; round <= rounds; round++) {
      List<String> theirs = new ArrayList<>();
      List<String> ours = new ArrayList<>();
      long theirMillis = round("local", queries, theirs);
      long ourMillis = round("tidemark", queries, ours);
      if (!theirs.equals(ours)) {
        System.out.println("DIFFERENT rows in round " + round);
        System.exit(1);
      }
      if (round > 0) {
        flink.add(theirMillis);
        tidemark.add(ourMillis);
      }
    }
    System.out.printf(
        "Java %s, %d queries in one JVM, medians of %d rounds%n",
        Runtime.version(), queries.size(), rounds);
    long theirs = Sides.median(flink);
    long ours = Sides.median(tidemark);
    System.out.printf(
        "| MiniCluster %s | tidemark %s | %.1f times faster |%n",
        Sides.seconds(theirs), Sides.seconds(ours), (double) theirs / ours);
    System.exit(0);
  }

  private static long round(String target, List<String> queries, List<String> rows)
      throws Exception {
    long start = System.nanoTime();
    Configuration configuration = new Configuration();
    configuration.set(DeploymentOptions.TARGET, target);
    TableEnvironment environment = Queries.streaming(configuration);
    environment.executeSql(EVENTS);
    for (String query : queries) {
      Queries.collect(environment, query, rows);
    }
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }

  /** 40 queries over one source, so that the order of the rows is the same on both sides. */
  private static List<String> queries() {
    List<String> queries = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      queries.add(window("TUMBLE", "INTERVAL '" + i + "' MINUTE"));
      queries.add(window("HOP", "INTERVAL '1' MINUTE, INTERVAL '" + (i + 1) + "' MINUTE"));
      queries.add(
          "SELECT sensor, COUNT(*) AS cnt, SUM(reading) AS total FROM events WHERE reading > "
              + 5 * i
              + " GROUP BY sensor");
      queries.add(
          "SELECT sensor, reading FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY sensor ORDER BY"
              + " ts DESC) AS row_num FROM events WHERE MOD(event_id, "
              + (i + 1)
              + ") = 0) WHERE row_num = 1");
      queries.add(
          "SELECT sensor, reading, row_num FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY sensor"
              + " ORDER BY reading DESC) AS row_num FROM events) WHERE row_num <= "
              + i);
    }
    return queries;
  }

  private static String window(String function, String sizes) {
    return "SELECT window_start, window_end, COUNT(*) AS cnt, SUM(reading) AS total FROM "
        + function
        + "(TABLE events, DESCRIPTOR(ts), "
        + sizes
        + ") GROUP BY window_start, window_end";
  }
}
