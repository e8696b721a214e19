package dev.tidemark.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.types.RowKind;

/**
 * DuckDB in this process, from the CSV file into a table in memory: a batch engine, so it gives the
 * last state only, and drops no late row. Its planning is part of its time; it is a few
 * milliseconds.
 */
record DuckEngine(String name, int threads) implements Engine {

  @Override
  public Outcome outcome() {
    return Outcome.TABLE;
  }

  @Override
  public String obstacle(Work work, Path file) {
    if (work.data().isNexmark()) {
      return "these queries are for streams";
    }
    return work.duckQuery() == null ? "a batch engine drops no late rows" : null;
  }

  @Override
  public Measured run(Work work, Path file, boolean content) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET threads TO " + threads);
      for (Map.Entry<String, Work.Data> table : work.data().tables().entrySet()) {
        statement.execute(
            table
                .getValue()
                .duckTable(
                    table.getKey(), WorkFiles.file(work, file, table.getValue()).toString()));
      }
      return Measured.of(
          () -> {
            long start = System.nanoTime();
            statement.execute("CREATE TABLE out AS " + work.duckQuery());
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            return new Measured.Executed(millis, content ? digest(statement) : count(statement));
          });
    }
  }

  private static Digest count(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM out")) {
      rows.next();
      return new Digest(rows.getLong(1), 0, 0, 0, 0, 0);
    }
  }

  private static Digest digest(Statement statement) throws SQLException {
    Digest digest = Digest.EMPTY;
    try (ResultSet rows = statement.executeQuery("SELECT * FROM out")) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= columns; i++) {
          Object value = rows.getObject(i);
          if (value instanceof Timestamp) {
            value = TimestampData.fromLocalDateTime(rows.getObject(i, LocalDateTime.class));
          }
          text.append(value).append('\u0001');
        }
        digest = digest.plus(Digest.of(RowKind.INSERT, text.toString()));
      }
    }
    return digest;
  }
}
