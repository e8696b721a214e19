package dev.tidemark.cli.rows;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.types.RowKind;
import org.jline.utils.WCWidth;

/**
 * Aligned columns. Their widths come from the first rows, which are held back for that; a later
 * cell that is wider moves the rest of its line, it is never cut.
 */
final class TableWriter implements ResultWriter {

  private static final int ROWS_TO_MEASURE = 1000;
  private static final String NULL = "<NULL>";

  private final List<String> head = new ArrayList<>();
  private final List<Boolean> toTheRight = new ArrayList<>();
  private final List<List<String>> held = new ArrayList<>();
  private final boolean changelog;
  private final PrintWriter out;
  private int[] widths;

  TableWriter(List<ResultColumn> columns, String kindName, PrintWriter out) {
    this.changelog = kindName != null;
    this.out = out;
    if (kindName != null) {
      head.add(kindName);
      toTheRight.add(false);
    }
    for (ResultColumn column : columns) {
      head.add(column.name());
      toTheRight.add(isNumber(column.type()));
    }
  }

  static boolean isNumber(LogicalType type) {
    return type.is(LogicalTypeFamily.NUMERIC);
  }

  @Override
  public void row(RowKind kind, ResultRow row) {
    List<String> cells = new ArrayList<>(head.size());
    if (changelog) {
      cells.add(kind.shortString());
    }
    for (int i = 0; cells.size() < head.size(); i++) {
      String text = row.text(i);
      cells.add(text == null ? NULL : visible(text));
    }
    if (widths != null) {
      print(cells);
      return;
    }
    held.add(cells);
    if (held.size() >= ROWS_TO_MEASURE) {
      printHeld();
    }
  }

  /** One line a row: line ends and tabs are shown as they are written in code. */
  private static String visible(String text) {
    return text.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t");
  }

  @Override
  public void release() {
    if (widths == null && !held.isEmpty()) {
      printHeld();
    }
    out.flush();
  }

  private void printHeld() {
    widths = head.stream().mapToInt(TableWriter::width).toArray();
    for (List<String> cells : held) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], width(cells.get(i)));
      }
    }
    print(head);
    List<String> rule = new ArrayList<>();
    for (int width : widths) {
      rule.add("-".repeat(width));
    }
    out.print(String.join("  ", rule) + "\n");
    held.forEach(this::print);
    held.clear();
  }

  private void print(List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      String padding = " ".repeat(Math.max(0, widths[i] - width(cells.get(i))));
      line.append(i == 0 ? "" : "  ");
      line.append(toTheRight.get(i) ? padding + cells.get(i) : cells.get(i) + padding);
    }
    out.print(line.toString().stripTrailing() + "\n");
  }

  /** Columns on a terminal: some characters take two, some none. */
  private static int width(String text) {
    return text.codePoints().map(c -> Math.max(0, WCWidth.wcwidth(c))).sum();
  }

  @Override
  public void end() {
    if (widths == null) {
      printHeld();
    }
    out.flush();
  }
}
