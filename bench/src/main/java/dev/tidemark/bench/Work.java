package dev.tidemark.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Something to be done over a file, by every engine.
 *
 * @param name as the table shows it
 * @param data what is read
 * @param columns what comes out, as Flink's types
 * @param query in Flink's SQL over a table {@code t}, and {@code u} if there is a second file;
 *     those of {@link Nexmark} have names of their own
 * @param duckQuery the same for DuckDB over these tables, null where a batch engine cannot do the
 *     same: rows dropped as late
 */
record Work(String name, Data data, String columns, String query, String duckQuery) {

  /** The columns and the kind of rows of a file; {@link WorkFiles} writes them. */
  enum Data {
    READINGS(
        "id BIGINT, sensor STRING, reading INT, ts TIMESTAMP(3)",
        "{'id': 'BIGINT', 'sensor': 'VARCHAR', 'reading': 'INTEGER', 'ts': 'TIMESTAMP'}",
        true),
    LATE_READINGS(READINGS.columns, READINGS.duckColumns, true),
    UPDATES(
        "id BIGINT, k BIGINT, v INT, ts TIMESTAMP(3)",
        "{'id': 'BIGINT', 'k': 'BIGINT', 'v': 'INTEGER', 'ts': 'TIMESTAMP'}",
        true),
    SALES(
        "id BIGINT, category STRING, item BIGINT, v INT, ts TIMESTAMP(3)",
        "{'id': 'BIGINT', 'category': 'VARCHAR', 'item': 'BIGINT', 'v': 'INTEGER', 'ts':"
            + " 'TIMESTAMP'}",
        true),
    PAYMENTS(
        "id BIGINT, order_id BIGINT, v INT, ts TIMESTAMP(3)",
        "{'id': 'BIGINT', 'order_id': 'BIGINT', 'v': 'INTEGER', 'ts': 'TIMESTAMP'}",
        true),
    ORDERS(UPDATES.columns, UPDATES.duckColumns, true),
    PERSONS(
        "id BIGINT, name STRING, email STRING, card STRING, city STRING, state STRING, ts"
            + " TIMESTAMP(3)",
        null,
        true),
    AUCTIONS(
        "id BIGINT, item STRING, description STRING, initial_bid BIGINT, reserve BIGINT, expires"
            + " TIMESTAMP(3), seller BIGINT, category BIGINT, ts TIMESTAMP(3)",
        null,
        true),
    BIDS(
        "auction BIGINT, bidder BIGINT, price BIGINT, channel STRING, url STRING, ts TIMESTAMP(3)",
        null,
        true),
    NOTES(
        "id BIGINT, author STRING, note STRING, place STRING",
        "{'id': 'BIGINT', 'author': 'VARCHAR', 'note': 'VARCHAR', 'place': 'VARCHAR'}",
        false);

    private final String columns;
    private final String duckColumns;
    private final boolean timed;

    Data(String columns, String duckColumns, boolean timed) {
      this.columns = columns;
      this.duckColumns = duckColumns;
      this.timed = timed;
    }

    /** Whether there are as many rows as for windows, which keep little state. */
    boolean wide() {
      return this == READINGS || this == LATE_READINGS;
    }

    /** Whether rows are counted with those of the other files that belong to it. */
    boolean isNexmark() {
      return this == PERSONS || this == AUCTIONS || this == BIDS;
    }

    /** The tables that are read, by their names, this one first. */
    Map<String, Data> tables() {
      Map<String, Data> tables = new LinkedHashMap<>();
      tables.put(this == AUCTIONS ? "auction" : this == BIDS ? "bid" : "t", this);
      if (this == ORDERS) {
        tables.put("u", PAYMENTS);
      } else if (this == AUCTIONS) {
        tables.put("bid", BIDS);
        tables.put("person", PERSONS);
      }
      return tables;
    }

    String table(String name, String file) {
      return "CREATE TABLE "
          + name
          + " ("
          + columns
          + (timed ? ", WATERMARK FOR ts AS ts - INTERVAL '5' SECOND" : "")
          + ") WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '"
          + file
          + "')";
    }

    String duckTable(String name, String file) {
      return "CREATE VIEW "
          + name
          + " AS SELECT * FROM read_csv('"
          + file
          + "', columns = "
          + duckColumns
          + ", header = false, auto_detect = false, delim = ',', quote = '\"', escape = '\"',"
          + " timestampformat = '%Y-%m-%d %H:%M:%S.%g')";
    }
  }

  private static final String WINDOWS =
      "window_start TIMESTAMP(3), window_end TIMESTAMP(3), n BIGINT, total INT";

  static final List<Work> ALL =
      List.of(
          new Work(
              "TUMBLE",
              Data.READINGS,
              WINDOWS,
              windows("TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE)", ""),
              duckMinutes("")),
          new Work(
              "TUMBLE, late rows",
              Data.LATE_READINGS,
              WINDOWS,
              windows("TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE)", ""),
              null),
          new Work(
              "TUMBLE per sensor",
              Data.READINGS,
              "window_start TIMESTAMP(3), window_end TIMESTAMP(3), sensor STRING, n BIGINT, total INT",
              windows("TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE)", ", sensor"),
              duckMinutes(", sensor")),
          new Work(
              "HOP",
              Data.READINGS,
              WINDOWS,
              windows("HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE, INTERVAL '5' MINUTE)", ""),
              duckSlices(
                  "m - n * INTERVAL 1 MINUTE AS s, m - n * INTERVAL 1 MINUTE + INTERVAL 5 MINUTE AS e",
                  "range(5)",
                  "true")),
          new Work(
              "CUMULATE",
              Data.READINGS,
              WINDOWS,
              windows(
                  "CUMULATE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE, INTERVAL '10' MINUTE)",
                  ""),
              duckSlices(
                  "time_bucket(INTERVAL 10 MINUTE, m) AS s,"
                      + " time_bucket(INTERVAL 10 MINUTE, m) + (n + 1) * INTERVAL 1 MINUTE AS e",
                  "range(10)",
                  "time_bucket(INTERVAL 10 MINUTE, m) + n * INTERVAL 1 MINUTE >= m")),
          new Work(
              "keep-last deduplicate",
              Data.UPDATES,
              "id BIGINT, k BIGINT, v INT, ts TIMESTAMP(3)",
              "SELECT id, k, v, ts FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts"
                  + " DESC) AS nr FROM t) WHERE nr = 1",
              "SELECT last.id, k, last.v, last.ts FROM (SELECT k, arg_max({'id': id, 'v': v, 'ts':"
                  + " ts}, ts) AS last FROM t GROUP BY k)"),
          new Work(
              "GROUP BY key",
              Data.UPDATES,
              "k BIGINT, n BIGINT, total INT",
              "SELECT k, COUNT(*), SUM(v) FROM t GROUP BY k",
              "SELECT k, count(*), sum(v) FROM t GROUP BY k"),
          new Work(
              "Top-3 per category",
              Data.SALES,
              "category STRING, item BIGINT, total INT, n BIGINT",
              "SELECT category, item, total, n FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY"
                  + " category ORDER BY total DESC, item) AS n FROM (SELECT category, item, SUM(v)"
                  + " AS total FROM t GROUP BY category, item)) WHERE n <= 3",
              "SELECT category, item, total, n FROM (SELECT *, row_number() OVER (PARTITION BY"
                  + " category ORDER BY total DESC, item) AS n FROM (SELECT category, item, sum(v)"
                  + " AS total FROM t GROUP BY category, item)) WHERE n <= 3"),
          new Work(
              "regular join",
              Data.ORDERS,
              "id BIGINT, k BIGINT, v INT, payment BIGINT, paid INT",
              "SELECT t.id, t.k, t.v, u.id, u.v FROM t JOIN u ON t.id = u.order_id",
              "SELECT t.id, t.k, t.v, u.id, u.v FROM t JOIN u ON t.id = u.order_id"),
          new Work(
              "interval join",
              Data.ORDERS,
              "id BIGINT, k BIGINT, v INT, payment BIGINT, paid INT",
              "SELECT t.id, t.k, t.v, u.id, u.v FROM t JOIN u ON t.id = u.order_id"
                  + " AND u.ts BETWEEN t.ts AND t.ts + INTERVAL '1' MINUTE",
              "SELECT t.id, t.k, t.v, u.id, u.v FROM t JOIN u ON t.id = u.order_id"
                  + " AND u.ts BETWEEN t.ts AND t.ts + INTERVAL 1 MINUTE"),
          new Work(
              "scan, strings and CASE",
              Data.READINGS,
              "id BIGINT, name STRING, level STRING",
              "SELECT id, UPPER(sensor), CASE WHEN reading < 5 THEN 'low' ELSE 'high' END FROM t"
                  + " WHERE reading < 5 OR sensor LIKE '%-77'",
              "SELECT id, upper(sensor), CASE WHEN reading < 5 THEN 'low' ELSE 'high' END FROM t"
                  + " WHERE reading < 5 OR sensor LIKE '%-77'"),
          new Work(
              "scan, filter",
              Data.READINGS,
              "id BIGINT, sensor STRING, reading INT, ts TIMESTAMP(3)",
              "SELECT id, sensor, reading, ts FROM t WHERE reading < 10",
              "SELECT id, sensor, reading, ts FROM t WHERE reading < 10"),
          new Work(
              "scan, quoted strings",
              Data.NOTES,
              "id BIGINT, note STRING, place STRING",
              "SELECT id, note, place FROM t WHERE author = 'author 7'",
              "SELECT id, note, place FROM t WHERE author = 'author 7'"));

  private static String windows(String function, String keys) {
    return "SELECT window_start, window_end"
        + keys
        + ", COUNT(*), SUM(reading) FROM TABLE("
        + function
        + ") GROUP BY window_start, window_end"
        + keys;
  }

  private static String duckMinutes(String keys) {
    return "SELECT m, m + INTERVAL 1 MINUTE"
        + keys
        + ", count(*), sum(reading) FROM (SELECT *, date_trunc('minute', ts) AS m FROM t) GROUP BY m"
        + keys;
  }

  /** Shares slices of a minute, as Flink does: a row is aggregated once, not once per window. */
  private static String duckSlices(String window, String numbers, String condition) {
    return "WITH slices AS (SELECT date_trunc('minute', ts) AS m, count(*) AS c, sum(reading) AS r"
        + " FROM t GROUP BY 1) SELECT s, e, CAST(sum(c) AS BIGINT), sum(r) FROM (SELECT c, r, "
        + window
        + " FROM slices, "
        + numbers
        + " AS numbers(n) WHERE "
        + condition
        + ") GROUP BY s, e";
  }
}
