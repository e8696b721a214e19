package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The formats that print rows only. */
class FormatsTest {

  private static final String TABLE =
      """
      CREATE TEMPORARY VIEW t AS SELECT * FROM (VALUES
        (1, 'a,b', CAST(1.50 AS DECIMAL(5, 2)), TIMESTAMP '2026-01-01 10:00:00', ARRAY[1, 2],
         MAP['k', CAST(NULL AS INT)], TRUE),
        (2, 'x|"y"', CAST(NULL AS DECIMAL(5, 2)), TIMESTAMP '2026-01-01 10:00:01', ARRAY[3],
         MAP['z', 2], FALSE),
        (3, '', CAST(-0.05 AS DECIMAL(5, 2)), CAST(NULL AS TIMESTAMP(0)), ARRAY[4],
         MAP['z', 3], CAST(NULL AS BOOLEAN))) AS t(id, s, d, ts, list, m, yes);
      SELECT * FROM t;
      """;

  private static final String CHANGELOG =
      """
      CREATE TEMPORARY VIEW t AS SELECT * FROM (VALUES ('a', 1), ('b', 2), ('a', 3)) AS t(k, v);
      SELECT k, SUM(v) AS total FROM t GROUP BY k;
      SELECT k FROM t WHERE v > 1;
      """;

  @Test
  void csvQuotesWhatNeedsItAndTellsNullFromEmpty() {
    Command done = Command.sql("--format", "csv", "-e", TABLE);

    assertThat(done.out())
        .isEqualTo(
            """
            id,s,d,ts,list,m,yes
            1,"a,b",1.50,2026-01-01 10:00:00,"[1, 2]",{k=NULL},TRUE
            2,"x|""y""\",,2026-01-01 10:00:01,[3],{z=2},FALSE
            3,"",-0.05,,[4],{z=3},
            """);
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void jsonKeepsTypesAndNesting() {
    Command done = Command.sql("--format", "json", "-e", TABLE);

    assertThat(done.out())
        .isEqualTo(
            """
            [
              {"id":1,"s":"a,b","d":1.50,"ts":"2026-01-01 10:00:00","list":[1,2],"m":{"k":null},"yes":true},
              {"id":2,"s":"x|\\"y\\"","d":null,"ts":"2026-01-01 10:00:01","list":[3],"m":{"z":2},"yes":false},
              {"id":3,"s":"","d":-0.05,"ts":null,"list":[4],"m":{"z":3},"yes":null}
            ]
            """);
  }

  @Test
  void markdownEscapesPipes() {
    Command done = Command.sql("--format", "markdown", "-e", TABLE);

    assertThat(done.out())
        .contains("| id | s | d | ts | list | m | yes |\n|---:|----|---:|----|----|----|----|\n")
        .contains("| 2 | x\\|\"y\" | *NULL* | 2026-01-01 10:00:01 | [3] | {z=2} | FALSE |\n");
  }

  @Test
  void tableAlignsNumbersToTheRight() {
    Command done =
        Command.sql(
            "--format", "table", "-e", "SELECT * FROM (VALUES ('中文', 7), ('z', 10)) AS t(a, n);");

    assertThat(done.out()).isEqualTo("a      n\n----  --\n中文   7\nz     10\n");
  }

  @Test
  void onlyAChangelogHasTheOpColumn() {
    Command done = Command.sql("--format", "csv", "-e", CHANGELOG);

    assertThat(done.out())
        .isEqualTo(
            """
            op,k,total
            +I,a,1
            +I,b,2
            -U,a,1
            +U,a,4

            k
            b
            a
            """);
    assertThat(done.err()).startsWith("tidemark: 3 statements, 6 rows printed, ");
  }

  @Test
  void batchResultsHaveNoOpColumn() {
    Command done =
        Command.sql("--format", "jsonl", "-D", "execution.runtime-mode=batch", "-e", CHANGELOG);

    assertThat(done.out().lines())
        .containsExactlyInAnyOrder(
            "{\"k\":\"a\",\"total\":4}",
            "{\"k\":\"b\",\"total\":2}",
            "{\"k\":\"b\"}",
            "{\"k\":\"a\"}");
  }

  @Test
  void listsAreRowsAndOtherStatementsPrintNothing() {
    Command done =
        Command.sql(
            "--format",
            "csv",
            "-e",
            "CREATE TABLE s (a INT) WITH ('connector' = 'blackhole');\n"
                + "INSERT INTO s VALUES (1);\nSHOW TABLES;");

    assertThat(done.out()).isEqualTo("table name\ns\n");
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void rowsBeforeAFailureStayPrintedAndWellFormed() {
    Command done =
        Command.sql(
            "--format",
            "json",
            "-e",
            "SELECT 10 / (5 - x) AS y FROM (VALUES (3), (4), (5)) AS t(x);");

    assertThat(done.out()).isEqualTo("[\n  {\"y\":5},\n  {\"y\":10}\n]\n");
    assertThat(done.exitCode()).isEqualTo(1);
    assertThat(done.err()).contains("-e:1:1: error: / by zero");
  }

  private static final String OP =
      """
      CREATE TEMPORARY VIEW t AS SELECT * FROM (VALUES ('a', 1), ('a', 3)) AS t(op, v);
      SELECT op, SUM(v) AS total FROM t GROUP BY op;
      """;

  @Test
  void theKindOfChangeGivesWayToAColumnOfItsName() {
    assertThat(Command.sql("--format", "csv", "-e", OP).out())
        .isEqualTo("_op,op,total\n+I,a,1\n-U,a,1\n+U,a,4\n");
    assertThat(Command.sql("--format", "jsonl", "-e", OP).out())
        .startsWith("{\"_op\":\"+I\",\"op\":\"a\",\"total\":1}\n");
    assertThat(Command.sql("--format", "table", "-e", OP).out())
        .startsWith("_op  op  total\n---  --  -----\n+I   a       1\n");
    assertThat(Command.sql("--format", "markdown", "-e", OP).out())
        .startsWith("| _op | op | total |\n");
  }
}
