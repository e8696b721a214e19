package dev.tidemark.cli.rows;

import java.io.PrintWriter;
import java.util.List;
import org.apache.flink.types.RowKind;

/** Comma-separated values as RFC 4180 has them, with LF as line end. */
final class CsvWriter implements ResultWriter {

  private final int columns;
  private final boolean changelog;
  private final PrintWriter out;

  CsvWriter(List<ResultColumn> columns, String kindName, PrintWriter out) {
    this.columns = columns.size();
    this.changelog = kindName != null;
    this.out = out;
    StringBuilder line = new StringBuilder(changelog ? kindName : "");
    for (int i = 0; i < this.columns; i++) {
      append(line, i > 0 || changelog, columns.get(i).name());
    }
    out.print(line.append('\n'));
  }

  @Override
  public void row(RowKind kind, ResultRow row) {
    StringBuilder line = new StringBuilder(changelog ? kind.shortString() : "");
    for (int i = 0; i < columns; i++) {
      append(line, i > 0 || changelog, row.text(i));
    }
    out.print(line.append('\n'));
  }

  private static void append(StringBuilder line, boolean separated, String text) {
    if (separated) {
      line.append(',');
    }
    if (text == null) {
      return;
    }
    if (needsQuotes(text)) {
      line.append('"').append(text.replace("\"", "\"\"")).append('"');
    } else {
      line.append(text);
    }
  }

  private static boolean needsQuotes(String text) {
    return text.isEmpty()
        || text.charAt(0) == ' '
        || text.charAt(text.length() - 1) == ' '
        || text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
  }

  @Override
  public void release() {
    out.flush();
  }

  @Override
  public void end() {
    out.flush();
  }
}
