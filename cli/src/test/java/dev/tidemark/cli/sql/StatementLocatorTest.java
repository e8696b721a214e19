package dev.tidemark.cli.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.cli.errors.RootCause;
import org.apache.flink.table.api.ValidationException;
import org.junit.jupiter.api.Test;

class StatementLocatorTest {

  private static String where(Located located) {
    return located.position().toString();
  }

  @Test
  void statementsFollowEachOther() {
    StatementLocator locator = new StatementLocator(Script.of("s", "A;\n\n  B\n  C;\nA;"));

    assertThat(where(locator.locate("A;", false))).isEqualTo("s:1:1");
    assertThat(where(locator.locate("\n  B\n  C;", false))).isEqualTo("s:3:3");
    assertThat(where(locator.locate("A;", false))).isEqualTo("s:5:1");
    assertThat(locator.rest()).isEmpty();
  }

  @Test
  void whatTheClientHandlesItselfIsPassedOver() {
    StatementLocator locator = new StatementLocator(Script.of("s", "HELP;\nCLEAR;\nSELECT 1;\n"));

    assertThat(where(locator.locate("SELECT 1;", false))).isEqualTo("s:3:1");
  }

  @Test
  void tabsAndCrLfDoNotMatter() {
    StatementLocator locator = new StatementLocator(Script.of("s", "A\r\n\tB\tC;\r\nD;"));

    assertThat(where(locator.locate("A\n\n\tBC;", false))).isEqualTo("s:1:1");
    assertThat(where(locator.locate("\nD;", false))).isEqualTo("s:3:1");
  }

  @Test
  void theClientAddsTheLastSemicolon() {
    StatementLocator locator = new StatementLocator(Script.of("s", "SELECT 1\n"));

    assertThat(where(locator.locate("SELECT 1;", false))).isEqualTo("s:1:1");
    assertThat(locator.rest().isBlank()).isTrue();
  }

  @Test
  void aStatementComesAgainWithMoreText() {
    StatementLocator locator = new StatementLocator(Script.of("s", "BEGIN\nA;\nEND;\nB;"));

    assertThat(where(locator.locate("BEGIN\nA;", false))).isEqualTo("s:1:1");
    assertThat(where(locator.locate("BEGIN\nA;\nEND;", true))).isEqualTo("s:1:1");
    assertThat(where(locator.locate("B;", false))).isEqualTo("s:4:1");
  }

  @Test
  void theParsersPlaceBecomesAPlaceInTheScript() {
    String script = "SELECT 1;\r\n\r\nSELECT a,\r\n  nosuch FROM t;\r\n";
    StatementLocator locator = new StatementLocator(Script.of("s", script));
    locator.locate("SELECT 1;", false);

    Located located = locator.locate("\n\n\nSELECT a,\n\n  nosuch FROM t;", false);
    RootCause cause =
        RootCause.of(
            new ValidationException("From line 6, column 3 to line 6, column 8: Column 'nosuch'"));

    assertThat(located.position(cause))
        .hasToString("s:4:3")
        .returns(6, position -> position.length())
        .returns("  nosuch FROM t;", position -> position.lineText());
  }

  @Test
  void aPlaceInTheTextOfAViewIsNotTakenForOneInTheStatement() {
    Located located =
        new StatementLocator(Script.of("s", "SELECT * FROM v;")).locate("SELECT * FROM v;", false);
    RootCause cause =
        RootCause.of(
            new ValidationException(
                "From line 1, column 3 to line 1, column 8: Object 'gone' not found"));

    assertThat(located.position(cause)).hasToString("s:1:1");
  }
}
