package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The place in a CSV file that made a job fail: Flink's message names neither file nor line. */
class CsvPlacesTest {

  private static final String IGNORING = ",'csv.ignore-parse-errors'='true'";
  private static final String TIMED = "id INT, ts TIMESTAMP(0), v INT, WATERMARK FOR ts AS ts";

  @TempDir Path folder;

  private Command select(String csv, String columns, String options) throws IOException {
    return select("*", csv, columns, options);
  }

  private Command select(String what, String csv, String columns, String options)
      throws IOException {
    Path data = Files.writeString(folder.resolve("a.csv"), csv);
    return Command.sql(
        "--format",
        "csv",
        "-e",
        "CREATE TABLE a (%s) WITH ('connector'='filesystem','path'='%s','format'='csv'%s);\n"
                .formatted(columns, data, options)
            + "SELECT "
            + what
            + " FROM a;\n");
  }

  private void assertFailedAt(Command done, String lineAndColumn, String message) {
    assertThat(done.err())
        .contains("-e:2:1: error: " + message)
        .contains("in the data: " + folder.resolve("a.csv") + ":" + lineAndColumn + "\n");
    assertThat(done.exitCode()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "DECIMAL(5, 2); 1.50; ; '' is no DECIMAL(5, 2) (column v)",
        "DECIMAL(5, 2); 1.50; 1.2x; '1.2x' is no DECIMAL(5, 2) (column v)",
        "DOUBLE; 0.5; ; '' is no DOUBLE (column v)",
        "DATE; 2026-01-01; 1.1.2026; '1.1.2026' is no DATE (column v)",
        "TIME; 10:00:00; ; Text '' could not be parsed",
        "BYTES; YWJj; a; 'a' is no BYTES (column v)",
        "BIGINT; 1; ; '' is not a number"
      })
  void aFieldThatIsNoValueOfItsType(String type, String good, String bad, String message)
      throws IOException {
    String csv = "1,,%s\n2,,%s\n3,,\n".formatted(good, bad == null ? "" : bad);

    Command done = select(csv, "id INT, s STRING, v " + type, "");

    assertFailedAt(done, "2:4", message);
    assertThat(done.err()).contains("advice: correct the value or the column's type; for CSV, ");
  }

  @Test
  void aFieldOfAnotherFileAndColumnIsNotMeant() throws IOException {
    Path other = Files.writeString(folder.resolve("b.csv"), "1,\n");
    Path data = Files.writeString(folder.resolve("a.csv"), "1,2\n2,\n");
    String table =
        "CREATE TABLE %s (id INT, %s) WITH ('connector'='filesystem','path'='%s','format'='csv');\n";

    Command done =
        Command.sql(
            "-e",
            table.formatted("b", "v STRING", other)
                + table.formatted("a", "v DECIMAL(5, 2)", data)
                + "SELECT * FROM b JOIN a ON a.id = b.id;\n");

    assertThat(done.err()).contains("in the data: " + data + ":2:3\n");
  }

  @Test
  void separatorAndQuoteOfTheTable() throws IOException {
    String options = ",'csv.field-delimiter'=U&'\\0009','csv.quote-character'=''''";

    Command done = select("1\t'a\tb'\t1\n2\t'c\td'\t\n", "id INT, s STRING, v DOUBLE", options);

    assertFailedAt(done, "2:9", "'' is no DOUBLE (column v)");
  }

  @Test
  void aTimeThatIsMalformedIsNullWhenErrorsAreIgnored() throws IOException {
    String csv = "1,2026-01-01 00:00:00,x\n2,soon,5\n3,,6\n";

    Command done = select(csv, TIMED, IGNORING);

    assertFailedAt(done, "2:3", "RowTime field should not be null");
    assertThat(done.err()).contains("'csv.ignore-parse-errors' makes NULL of a time that is");
  }

  @Test
  void aRowThatIsTooShortHasANullTimeWhenErrorsAreIgnored() throws IOException {
    String csv = "1,2026-01-01 00:00:00,x\n2\n3,,\n";

    assertFailedAt(select(csv, TIMED, IGNORING), "2:1", "RowTime field should not be null");
  }

  @Test
  void aRowThatIsTooLongIsLeftOutWhenErrorsAreIgnored() throws IOException {
    String csv = "1,2026-01-01 00:00:00,1\n2,,5,6,7\n3,,7\n";

    assertFailedAt(select(csv, TIMED, IGNORING), "3:3", "RowTime field should not be null");
  }

  @Test
  void aBlankLineIsARowWhenErrorsAreIgnored() throws IOException {
    String csv = "1,2026-01-01 00:00:00,1\n\n3,,7\n";

    assertFailedAt(select(csv, TIMED, IGNORING), "2:1", "RowTime field should not be null");
  }

  @Test
  void aRowThatIsTooShortCanHaveANullTimeEvenSo() throws IOException {
    // Only one column is read, and the row has one: Flink does not call that too short.
    String csv = "1,2026-01-01 00:00:00,1\n2\n";

    assertFailedAt(select("ts", csv, TIMED, ""), "2:1", "RowTime field should not be null");
  }

  @Test
  void whatIsMissingMustNotBeARowTime() throws IOException {
    Command done = select("1,2026-01-01 00:00:00,1\n2\n", TIMED, "");

    assertFailedAt(done, "2:1", "Row length mismatch. 3 fields expected but was 1.");
    assertThat(done.err()).contains("reads missing fields as NULL, which a row time must not be.");
  }

  @Test
  void aQuoteThatIsNotClosed() throws IOException {
    Command done = select("1,a\n2,\"b\n3,c\n4,d\n", "id INT, s STRING", "");

    assertFailedAt(done, "2:3", "Missing closing quote for value\n");
    assertThat(done.err())
        .contains("    2 | 2,\"b\n      |   ^~\n")
        .contains("advice: close the quote; where quotes are characters like any other, ");
  }

  @Test
  void aQuoteThatTheNextOneClosesInALaterRow() throws IOException {
    Command done = select("1,a\n2,\"b\n3,\"c\"\n", "id INT, s STRING", "");

    assertFailedAt(done, "2:3", "Unexpected character ('c' (code 99)): Expected column separator");
    assertThat(done.err()).contains("advice: a quote inside of a quoted value is written twice");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "zwei,b,2026-01-01 00:00:00; 4:1; 'zwei' is not a number",
        "2,b; 4:3; Row length mismatch. 3 fields expected but was 2.",
        "2,b,2026-01-01 00:00:00,x; 4:25; Too many entries: expected at most 3",
        "2,b,soon; 4:5; Text 'soon' could not be parsed",
        "2,'b$c$d',soon; 6:4; Text 'soon' could not be parsed",
        "2,'b$c'd; 4:3; Unexpected character ('d'",
      })
  void behindRecordsOfSeveralLines(String row, String place, String message) throws IOException {
    String csv = "1,'a''$,x$y',2026-01-01 00:00:00$" + row + "$3,c,2026-01-01 00:00:00$";

    Command done =
        select(csv.replace("'", "\"").replace("$", "\n"), "id INT, s STRING, ts TIMESTAMP(0)", "");

    assertFailedAt(done, place, message);
  }

  @Test
  void aNullTimeBehindARecordOfSeveralLinesAndAComment() throws IOException {
    String csv = "\"1\n\",2026-01-01 00:00:00,1\r\n#none\r\n2,soon,7\r\n";
    String options = IGNORING + ",'csv.allow-comments'='true'";

    assertFailedAt(select(csv, TIMED, options), "4:3", "RowTime field should not be null");
  }

  @Test
  void aByteOrderMarkIsNoColumn() throws IOException {
    assertFailedAt(
        select("\uFEFFzwei,b\n", "id INT, s STRING", ""), "1:1", "'zwei' is not a number");
  }
}
