package dev.tidemark.cli.inspect;

import dev.tidemark.cli.rows.FigureTable;
import dev.tidemark.cli.rows.RowFormat;
import dev.tidemark.insight.changelog.Advice;
import dev.tidemark.insight.changelog.Advices;
import dev.tidemark.insight.changelog.ChangelogProfile;
import dev.tidemark.insight.changelog.DeclaredMode;
import dev.tidemark.insight.changelog.FinalState;
import dev.tidemark.insight.changelog.Refusal;
import dev.tidemark.insight.changelog.Volume;
import dev.tidemark.runtime.observe.RunEnd;
import java.io.PrintWriter;
import java.util.Optional;
import org.apache.flink.types.RowKind;

/**
 * Changelogs as one table, for the formats that are one: a row for each operator, edge, result,
 * piece of advice and refusal. docs/changelog.md describes the columns.
 */
final class ChangelogTable {
  private final FigureTable table;

  ChangelogTable(RowFormat format, PrintWriter out) {
    table =
        new FigureTable(
            format,
            out,
            "statement",
            "about",
            ">number",
            "name",
            ">from",
            ">input",
            "declared_mode",
            ">rows_in",
            ">insert",
            ">update_before",
            ">update_after",
            ">delete",
            ">total",
            ">rows_left",
            ">keys_left",
            "text");
  }

  /** A row of the table; what it has no value for stays null. */
  private final class Row {
    private final Object[] cells = new Object[16];

    Row(String statement, String about, Integer number, String name) {
      cells[0] = statement;
      cells[1] = about;
      cells[2] = number;
      cells[3] = name;
    }

    Row edge(int from, int input) {
      cells[4] = from;
      cells[5] = input;
      return this;
    }

    Row mode(Optional<DeclaredMode> mode) {
      cells[6] = mode.map(DeclaredMode::text).orElse(null);
      return this;
    }

    Row rowsIn(long rows) {
      cells[7] = rows;
      return this;
    }

    Row volume(Volume volume) {
      cells[8] = volume.of(RowKind.INSERT);
      cells[9] = volume.of(RowKind.UPDATE_BEFORE);
      cells[10] = volume.of(RowKind.UPDATE_AFTER);
      cells[11] = volume.of(RowKind.DELETE);
      return total(volume.total());
    }

    Row total(long rows) {
      cells[12] = rows;
      return this;
    }

    Row left(FinalState state) {
      if (state.known()) {
        cells[13] = state.size();
        cells[14] = state.keys() < 0 ? null : (Object) state.keys();
      }
      return this;
    }

    Row text(String text) {
      cells[15] = text;
      return this;
    }

    void add() {
      table.row(cells);
    }
  }

  /** What a job did. */
  void add(String statement, RunEnd end, ChangelogProfile profile) {
    for (ChangelogProfile.Operator operator : profile.operators()) {
      Row row =
          new Row(statement, "operator", operator.plan().index(), operator.name())
              .mode(operator.mode())
              .volume(operator.sink() ? operator.in().get(0) : operator.out());
      if (!operator.plan().isSource()) {
        row.rowsIn(operator.rowsIn());
      }
      row.add();
    }
    for (ChangelogProfile.Edge edge : profile.edges()) {
      new Row(statement, "edge", edge.to(), name(profile, edge.to()))
          .edge(edge.from(), edge.input())
          .mode(edge.mode())
          .volume(edge.volume())
          .add();
    }
    for (ChangelogProfile.Result result : profile.results()) {
      new Row(statement, "result", result.operator(), result.table().orElse(null))
          .mode(result.mode())
          .rowsIn(result.sourceRows())
          .volume(result.volume())
          .left(result.state())
          .text(key(result))
          .add();
    }
    for (Advice advice : Advices.of(profile)) {
      Row row =
          new Row(statement, "advice", advice.operator(), name(profile, advice.operator()))
              .text(advice.kind().id() + ": " + advice.text());
      if (advice.rowsThen() >= 0) {
        row.total(advice.rowsThen());
      }
      row.add();
    }
    if (end != RunEnd.FINISHED) {
      new Row(statement, "incomplete", null, null).text(ChangelogInspection.incomplete(end)).add();
    }
  }

  private static String name(ChangelogProfile profile, int operator) {
    return profile.operators().get(operator).name();
  }

  private static String key(ChangelogProfile.Result result) {
    FinalState state = result.state();
    if (!state.known()) {
      return "what is left is not told: more rows at once than are kept";
    }
    String key =
        state.keys() < 0
            ? result.key().kind().text()
            : result.key().kind().text() + " " + String.join(", ", result.keyColumns());
    return state.unmatched() == 0
        ? key
        : key + "; " + state.unmatched() + " rows taken back that were not there";
  }

  /** The planner has refused a statement. */
  void add(String statement, Refusal refusal) {
    new Row(statement, "refused", null, refusal.consumer()).text(refusal.onOneLine()).add();
  }

  void end() {
    table.end();
  }
}
