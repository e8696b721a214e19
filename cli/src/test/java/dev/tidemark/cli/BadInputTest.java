package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is wrong with scripts and data: one clear message on standard error with its position, the
 * right exit code, and on standard output what Flink's client prints, no more and no less.
 */
class BadInputTest {

  private static final String TWO_COLUMNS = "id INT, name STRING";

  @TempDir Path folder;

  private Command script(String sql) throws IOException {
    return Command.sql("-f", write("s.sql", sql));
  }

  private String write(String name, String text) throws IOException {
    return write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private String write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes).toString();
  }

  private String table(String file, String columns, String options) {
    return "CREATE TABLE a (%s) WITH ('connector'='filesystem','path'='%s','format'='csv'%s);\n"
        .formatted(columns, folder.resolve(file), options);
  }

  private String place(String file, String lineAndColumn) {
    return folder.resolve(file) + ":" + lineAndColumn;
  }

  private void assertFailed(Command done, String where, String message) {
    assertThat(done.err()).contains(place("s.sql", where) + ": error: " + message);
    assertThat(done.err()).doesNotContain("\tat ");
    assertThat(done.out()).contains("[ERROR] Could not execute SQL statement. Reason:\n");
    assertThat(done.out()).endsWith("\nShutting down the session...\ndone.\n");
    assertThat(done.exitCode()).isEqualTo(1);
  }

  @Test
  void missingScript() {
    Command done = Command.sql("-f", folder.resolve("nosuch.sql").toString());

    assertThat(done)
        .isEqualTo(
            new Command(
                2, "", "tidemark: there is no script " + folder.resolve("nosuch.sql") + ".\n"));
  }

  @Test
  void missingFile() throws IOException {
    Command done = script(table("nosuch.csv", TWO_COLUMNS, "") + "SELECT * FROM a;\n");

    assertFailed(done, "2:1", "File " + folder.resolve("nosuch.csv") + " does not exist");
    assertThat(done.err()).contains("    2 | SELECT * FROM a;\n      | ^~~~~~~~~~~~~~~~\n");
  }

  @Test
  void emptyDirectoryGivesNoRowsAndAWarning() throws IOException {
    Files.createDirectory(folder.resolve("none"));

    Command done = script(table("none", TWO_COLUMNS, "") + "SELECT * FROM a;\n");

    assertThat(done.err()).contains("2:1: warning: the table a is the directory");
    assertThat(done.out()).contains("Received a total of 0 row (");
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void csvRowWithTooFewFields() throws IOException {
    write("few.csv", "1,a\n2\n3,c\n");

    Command done = script(table("few.csv", TWO_COLUMNS, "") + "SELECT * FROM a;\n");

    assertFailed(done, "2:1", "Row length mismatch. 2 fields expected but was 1.");
    assertThat(done.err()).contains("in the data: " + place("few.csv", "2:1") + "\n    2 | 2\n");
  }

  @Test
  void csvRowWithTooManyFields() throws IOException {
    write("many.csv", "1,a\n2,b,x,y\n3,c\n");

    Command done = script(table("many.csv", TWO_COLUMNS, "") + "SELECT * FROM a;\n");

    assertFailed(done, "2:1", "Too many entries: expected at most 2");
    assertThat(done.err()).contains("in the data: " + place("many.csv", "2:5"));
  }

  @Test
  void csvFieldThatIsNoNumber() throws IOException {
    write("bad.csv", "1,a\nzwei,b\n3,c\n");

    Command done = script(table("bad.csv", TWO_COLUMNS, "") + "SELECT * FROM a;\n");

    assertFailed(done, "2:1", "'zwei' is not a number");
    assertThat(done.err())
        .contains("in the data: " + place("bad.csv", "2:1") + "\n    2 | zwei,b\n      | ^~~~\n");
  }

  @Test
  void csvErrorsCanBeIgnored() throws IOException {
    write("bad.csv", "1,a\nzwei,b\n3\n4,d,x\n5,e\n");
    String ignoring = table("bad.csv", TWO_COLUMNS, ",'csv.ignore-parse-errors'='true'");

    Command done =
        Command.sql("--format", "csv", "-f", write("s.sql", ignoring + "SELECT * FROM a;\n"));

    assertThat(done.out()).isEqualTo("id,name\n1,a\n,b\n3,\n5,e\n");
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void byteThatIsNotUtf8InData() throws IOException {
    write("latin1.csv", "1,a\n2,café\n3,c\n".getBytes(StandardCharsets.ISO_8859_1));

    Command done = script(table("latin1.csv", TWO_COLUMNS, "") + "SELECT * FROM a;\n");

    assertFailed(done, "2:1", "Invalid UTF-8");
    assertThat(done.err()).contains("in the data: " + place("latin1.csv", "2:3"));
  }

  @Test
  void byteThatIsNotUtf8InACommentOfAScript() throws IOException {
    String sql = "SELECT 'x' AS x;\n-- né\n/* 'é */ SELECT 2 AS x;\n";

    Command done = Command.sql("-f", write("s.sql", sql.getBytes(StandardCharsets.ISO_8859_1)));

    assertThat(done.err()).contains(place("s.sql", "2:5") + ": warning: not UTF-8, in a comment");
    assertThat(done.err()).contains("tidemark: 2 statements, 2 rows printed");
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void byteThatIsNotUtf8InAStatementOfAScript() throws IOException {
    String sql = "SELECT 1 AS x;\nSELECT 'né -- ' AS x;\n";

    Command done = Command.sql("-f", write("s.sql", sql.getBytes(StandardCharsets.ISO_8859_1)));

    assertThat(done.err()).startsWith(place("s.sql", "2:10") + ": error: not UTF-8: Flink would");
    assertThat(done.err()).contains("tidemark: 0 statements, 1 failed, 0 rows printed");
    assertThat(done.exitCode()).isEqualTo(1);
  }

  @Test
  void byteOrderMarkInScript() throws IOException {
    Command done = script("\uFEFFSELECT 1;\n");

    assertThat(done.err())
        .startsWith(place("s.sql", "1:1") + ": error: the script starts with a byte order mark")
        .containsOnlyOnce("error")
        .doesNotContain("warning");
    assertThat(done.exitCode()).isEqualTo(1);
  }

  @Test
  void byteOrderMarkAndCrLfInDataDoNoHarm() throws IOException {
    write("windows.csv", "\uFEFF1,a\r\n2,b\r\n");
    String sql = table("windows.csv", TWO_COLUMNS, "") + "SELECT * FROM a;\n";

    Command done = Command.sql("--format", "csv", "-f", write("s.sql", sql));

    assertThat(done.out()).isEqualTo("id,name\n1,a\n2,b\n");
  }

  @Test
  void positionsInAScriptWithCrLf() throws IOException {
    Command done = script("SELECT 1\r\n AS x;\r\n\r\nSELECT nosuch;\r\n");

    assertFailed(done, "4:8", "Column 'nosuch' not found in any table");
  }

  @Test
  void tabThatFlinksClientDrops() throws IOException {
    Command done = script("SELECT\t1;\n");

    assertFailed(done, "1:1", "Non-query expression");
    assertThat(done.err()).contains("1:7: warning: Flink's client drops this tab");
  }

  @Test
  void nullWatermarkColumn() throws IOException {
    write("times.csv", "1,2026-01-01 00:00:00\n2,\n3,2026-01-01 00:00:02\n");
    String columns = "id INT, ts TIMESTAMP(0), WATERMARK FOR ts AS ts";
    String sql = table("times.csv", columns, ",'csv.null-literal'=''") + "SELECT * FROM a;\n";

    Command done = script(sql);

    assertFailed(done, "2:1", "RowTime field should not be null");
    assertThat(done.err()).contains("in the data: " + place("times.csv", "2:3"));
  }

  @Test
  void wrongType() throws IOException {
    Command done = script("SELECT 1 +\n  TIMESTAMP '2026-01-01 00:00:00';\n");

    assertFailed(done, "1:8", "Cannot apply '+' to arguments of type");
  }

  @Test
  void unknownColumn() throws IOException {
    Command done = script("SELECT x,\n  y FROM (VALUES (1)) AS t(x);\n");

    assertFailed(done, "2:3", "Column 'y' not found in any table");
  }

  @Test
  void unknownTable() throws IOException {
    assertFailed(script("SELECT * FROM nosuch;\n"), "1:15", "Object 'nosuch' not found");
  }

  @Test
  void unknownFunction() throws IOException {
    assertFailed(script("SELECT FOO(1);\n"), "1:8", "No match found for function signature FOO");
  }

  @Test
  void unknownConnector() throws IOException {
    Command done = script("CREATE TABLE a (x INT) WITH ('connector'='nosuch');\nTABLE a;\n");

    assertFailed(done, "2:1", "Could not find any factory for identifier 'nosuch'");
    assertThat(done.err()).contains("advice: correct the name, or add the jar");
  }

  @Test
  void unknownOptionOfAConnector() throws IOException {
    Command done =
        script(
            "CREATE TABLE a (x INT) WITH ('connector'='blackhole', 'nosuch'='1');\nINSERT INTO a VALUES (1);\n");

    assertFailed(done, "2:1", "Unsupported options found for 'blackhole'.");
  }

  @Test
  void unknownOptionOfAFormatThatFlinkPassesOver() throws IOException {
    write("ok.csv", "id,name\n1,a\n");
    String ignoring = ",'csv.ignore-parse-errors'='true','csv.ignore-first-line'='true'";

    Command done = script(table("ok.csv", TWO_COLUMNS, ignoring) + "SELECT * FROM a;\n");

    assertThat(done.err())
        .contains("2:1: warning: the table a has the option 'csv.ignore-first-line', which Flink");
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void syntaxErrorInStatementSevenOfNine() throws IOException {
    StringBuilder sql = new StringBuilder();
    for (int i = 1; i <= 9; i++) {
      sql.append(i == 7 ? "SELECT 7 7;\n" : "SELECT " + i + " AS x;\n");
    }

    Command done = script(sql.toString());

    assertFailed(done, "7:10", "Encountered \"7\"");
    assertThat(done.out().split("Received a total of 1 row", -1)).hasSize(7);
    assertThat(done.err()).contains("tidemark: 7 statements, 1 failed, 6 rows printed, ");
  }

  @Test
  void lastStatementWithoutSemicolonRuns() throws IOException {
    Command done = script("SELECT 1 AS x;\nSELECT 2 AS x");

    assertThat(done.err()).startsWith("tidemark: 2 statements, 2 rows printed");
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void lastStatementThatFlinksClientSkips() throws IOException {
    Command done = script("SELECT 1 AS x;\nSELECT 2 AS x -- the end");

    assertThat(done.out()).doesNotContain("[ERROR]").contains("Received a total of 1 row");
    assertThat(done.err()).contains("2:1: error: this statement was not executed: no semicolon");
    assertThat(done.exitCode()).isEqualTo(1);
  }

  @Test
  void commentBehindTheLastSemicolon() throws IOException {
    Command done = script("SELECT 1; -- note");

    assertThat(done.out()).doesNotContain("[ERROR]");
    assertThat(done.err()).contains("1:1: error: this statement was not executed");
    assertThat(done.err()).contains("advice: a statement ends where a semicolon ends a line");
    assertThat(done.exitCode()).isEqualTo(1);
  }

  @Test
  void commentBehindASemicolonInTheMiddle() throws IOException {
    Command done = script("SELECT 1; -- note\nSELECT 2;\n");

    assertFailed(done, "1:1", "more than one statement in one go");
  }

  @Test
  void quoteThatIsNotClosed() throws IOException {
    Command done = script("SELECT 1 AS x;\nSELECT 'abc;\nSELECT 3;\n");

    assertThat(done.err()).contains("2:1: error: this statement was not executed: a quote (')");
    assertThat(done.exitCode()).isEqualTo(1);
  }

  @Test
  void statementSetWithoutItsEnd() throws IOException {
    Command done =
        script(
            """
            CREATE TABLE a (x INT) WITH ('connector'='blackhole');
            EXECUTE STATEMENT SET BEGIN
            INSERT INTO a VALUES (1);
            """);

    assertThat(done.err()).contains("2:1: error: this statement was not executed: Flink's parser");
    assertThat(done.exitCode()).isEqualTo(1);
  }

  @Test
  void whatFollowsQuitIsNotMissed() throws IOException {
    Command done = script("SELECT 1 AS x;\nQUIT;\nSELECT 2;\n");

    assertThat(done.err()).startsWith("tidemark: 1 statement, 1 row printed");
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void insertThatFailsIsReportedAndLeavesNoFileThatLooksComplete() throws IOException {
    write("bad.csv", "1,a\n2,b\nzwei,c\n");
    String sink =
        "CREATE TABLE o (%s) WITH ('connector'='filesystem','path'='%s','format'='csv');\n";

    Command done =
        script(
            table("bad.csv", TWO_COLUMNS, "")
                + sink.formatted(TWO_COLUMNS, folder.resolve("out"))
                + "INSERT INTO o SELECT * FROM a;\nSELECT 1 AS x;\n");

    assertThat(done.err()).contains("3:1: error: 'zwei' is not a number");
    assertThat(done.err()).contains("in the data: " + place("bad.csv", "3:1"));
    assertThat(done.out()).doesNotContain("[ERROR]").contains("Received a total of 1 row");
    assertThat(done.exitCode()).isEqualTo(1);
    assertThat(visibleFiles(folder.resolve("out"))).isEmpty();
  }

  private static Stream<Path> visibleFiles(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return Stream.empty();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .toList()
          .stream();
    }
  }

  @Test
  void insertIsOverBeforeTheNextStatement() throws IOException {
    String file =
        "CREATE TABLE o (%s) WITH ('connector'='filesystem','path'='%s','format'='csv');\n";
    String sql =
        file.formatted(TWO_COLUMNS, folder.resolve("out"))
            + "INSERT INTO o VALUES (1, 'a'), (2, 'b');\nSELECT * FROM o;\n";

    Command done = Command.sql("--format", "csv", "-f", write("s.sql", sql));

    assertThat(done.out()).isEqualTo("id,name\n1,a\n2,b\n");
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void aSettingThatIsNoNumber() throws IOException {
    Command done = script("SET 'parallelism.default' = 'many';\nSELECT 1;\n");

    assertFailed(done, "1:1", "'many' is not a number");
    assertThat(done.err()).contains("  advice: correct the value of the setting.\n");
  }

  @Test
  void statementsAboutTheJobsOfACluster() throws IOException {
    Command done = script("SHOW JOBS;\n");

    assertFailed(done, "1:1", "No ClusterClientFactory found.");
    assertThat(done.err()).contains("  advice: statements about jobs ask a cluster");
  }

  @Test
  void verboseShowsTheTrace() throws IOException {
    Command done = Command.sql("--verbose", "-f", write("s.sql", "SELECT nosuch;\n"));

    assertThat(done.err())
        .startsWith(place("s.sql", "1:8") + ": error: Column 'nosuch' not found")
        .contains("\tat org.apache.flink");
  }

  @Test
  void resultModeOfAView() throws IOException {
    Command done = script("SET 'sql-client.execution.result-mode' = 'table';\nSELECT 1 AS x;\n");

    assertFailed(done, "2:1", "a script can show results in the mode TABLEAU only");
  }

  @ParameterizedTest
  @CsvSource({"data/closed, data/closed", "data, data/closed", "data/closed.csv, data/closed.csv"})
  @DisabledOnOs(OS.WINDOWS)
  void whatMayNotBeRead(String path, String closed) throws Exception {
    assumeTrue(ChildProcess.canDropPrivileges(), "root without setpriv may read everything");
    Files.createDirectories(folder.resolve("data/closed"));
    write("data/closed.csv", "1,a\n");
    write("data/closed/a.csv", "1,a\n");
    write("s.sql", table(path, TWO_COLUMNS, "") + "SELECT * FROM a;\n");
    Set<PosixFilePermission> before = Files.getPosixFilePermissions(folder.resolve(closed));
    Files.setPosixFilePermissions(folder.resolve(closed), Set.of());
    ProcessBuilder process =
        ChildProcess.builder(
            folder, List.of(), "sql", "--format", "csv", "-f", folder.resolve("s.sql").toString());

    int code =
        ChildProcess.withoutPrivileges(process)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(folder.resolve("err").toFile())
            .start()
            .waitFor();

    Files.setPosixFilePermissions(folder.resolve(closed), before);
    assertThat(Files.readString(folder.resolve("err")))
        .startsWith(
            place("s.sql", "2:1") + ": error: " + folder.resolve(closed) + " (Permission denied)\n")
        .contains("  advice: let the user that runs Tidemark read it, for example with chmod.\n")
        .doesNotContain("warning");
    assertThat(code).isEqualTo(1);
  }

  @Test
  void unknownFormat() throws IOException {
    write("a.csv", "1\n");

    Command done =
        script(
            "CREATE TABLE a (x INT) WITH ('connector'='filesystem','path'='%s','format'='cvs');\n"
                    .formatted(folder.resolve("a.csv"))
                + "SELECT * FROM a;\n");

    assertFailed(done, "2:1", "Could not find any format factory for identifier 'cvs'");
    assertThat(done.err())
        .containsPattern("advice: there are .*\\bcsv, .*\\bjson, .*; others come with a jar");
  }

  @Test
  void ofALongLineWhatIsAroundTheCaretIsShown() {
    String before = "SELECT '" + "a".repeat(300) + "' AS x, ";
    String behind = ", '" + "b".repeat(300) + "' AS y;";

    Command done = Command.sql("--format", "csv", "-e", before + "nosuch" + behind);

    assertThat(done.err())
        .startsWith("-e:1:%d: error: Column 'nosuch'".formatted(before.length() + 1));
    String[] lines = done.err().split("\n", -1);
    assertThat(lines[1]).matches("    1 \\| …a{32}' AS x, nosuch, 'b{71}…").hasSize(8 + 122);
    assertThat(lines[2].indexOf('^')).isEqualTo(lines[1].indexOf("nosuch"));
    assertThat(lines[2]).endsWith(" ^~~~~~");
  }
}
