package dev.tidemark.cli.server;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;

/** Somebody with nothing but the JDK and Flink's JDBC driver; prints what comes. */
final class JdbcProbe {

  private JdbcProbe() {}

  public static void main(String[] args) throws Exception {
    Class.forName("org.apache.flink.table.jdbc.FlinkDriver");
    try (Connection connection = DriverManager.getConnection("jdbc:flink://" + args[0]);
        Statement statement = connection.createStatement()) {
      statement.execute("SET 'execution.runtime-mode' = 'batch'");
      statement.execute(
          "CREATE TABLE t (name STRING, n INT, ts TIMESTAMP(3)) WITH"
              + " ('connector' = 'filesystem', 'path' = '"
              + args[1]
              + "', 'format' = 'csv')");
      try (ResultSet rows =
          statement.executeQuery(
              "SELECT name, SUM(n) AS total, MAX(ts) AS latest, CAST(NULL AS INT) AS missing"
                  + " FROM t GROUP BY name ORDER BY name")) {
        ResultSetMetaData columns = rows.getMetaData();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
          System.out.println(columns.getColumnName(i) + " " + columns.getColumnTypeName(i));
        }
        while (rows.next()) {
          System.out.println(
              rows.getString(1)
                  + " "
                  + rows.getInt("total")
                  + " "
                  + rows.getTimestamp(3)
                  + " "
                  + rows.getObject(4));
        }
      }
      describe(connection);
      fail(statement, "SELECT * FROM nowhere");
      fail(statement, "SELECT * FRM t");
      try (ResultSet rows = statement.executeQuery("SELECT 42 AS x")) {
        System.out.println(rows.next() + " " + rows.getInt("x"));
      }
    }
  }

  private static void describe(Connection connection) throws SQLException {
    DatabaseMetaData metadata = connection.getMetaData();
    System.out.println(metadata.getDatabaseProductName() + " " + metadata.getDriverName());
    try (ResultSet schemas = metadata.getSchemas()) {
      while (schemas.next()) {
        System.out.println("schema " + schemas.getString("TABLE_SCHEM"));
      }
    }
    try (ResultSet catalogs = metadata.getCatalogs()) {
      while (catalogs.next()) {
        System.out.println("catalog " + catalogs.getString("TABLE_CAT"));
      }
    }
  }

  private static void fail(Statement statement, String sql) {
    try (ResultSet rows = statement.executeQuery(sql)) {
      System.out.println("no failure: " + rows.next());
    } catch (SQLException | RuntimeException e) {
      // Flink's driver lets its client's exceptions through.
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      String text = String.valueOf(cause.getMessage());
      System.out.println(
          "failure " + text.contains("nowhere") + " " + text.contains("Encountered"));
    }
  }
}
