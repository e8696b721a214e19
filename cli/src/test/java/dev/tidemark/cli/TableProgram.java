package dev.tidemark.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/**
 * A program with tables, put into a jar by the tests; it is its own function, which only its class
 * loader knows.
 */
public final class TableProgram extends ScalarFunction {
  private static final long serialVersionUID = 1L;

  public TableProgram() {}

  /** The function. */
  public String eval(String text) {
    return text + "!";
  }

  /**
   * Writes the plan of an INSERT and the rows of a SELECT to files.
   *
   * @param args a CSV file, and the file of the plan or "beside" for a job with a second source
   */
  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    StreamTableEnvironment attached = StreamTableEnvironment.create(environment);
    declare(attached, args[0]);
    attached
        .createStatementSet()
        .addInsertSql("INSERT INTO nowhere SELECT id, shout(name) FROM t")
        .attachAsDataStream();
    if (args[1].equals("beside")) {
      environment.fromData(1, 2).sinkTo(new DiscardingSink<>());
      environment.execute();
      return;
    }
    Files.writeString(Path.of(args[1]), environment.getExecutionPlan());

    TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
    declare(tables, args[0]);
    List<String> rows = new ArrayList<>();
    try (CloseableIterator<Row> result =
        tables.executeSql("SELECT id, shout(name) FROM t").collect()) {
      result.forEachRemaining(row -> rows.add(row.toString()));
    }
    Files.write(Path.of(args[1] + ".rows"), rows);
  }

  private static void declare(TableEnvironment tables, String file) {
    tables.createTemporarySystemFunction("shout", TableProgram.class);
    tables.executeSql(
        "CREATE TABLE t (id INT, name STRING)"
            + " WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '"
            + file
            + "')");
    tables.executeSql(
        "CREATE TABLE nowhere (id INT, name STRING) WITH ('connector' = 'blackhole')");
  }
}
