package dev.tidemark.cli.rows;

import java.io.PrintWriter;
import java.util.List;
import org.apache.flink.types.RowKind;

/** A GitHub-flavoured Markdown table; numbers are aligned to the right. */
final class MarkdownWriter implements ResultWriter {

  private final int columns;
  private final boolean changelog;
  private final PrintWriter out;

  MarkdownWriter(List<ResultColumn> columns, String kindName, PrintWriter out) {
    this.columns = columns.size();
    this.changelog = kindName != null;
    this.out = out;
    StringBuilder head = new StringBuilder(changelog ? "| " + escape(kindName) + " |" : "|");
    StringBuilder rule = new StringBuilder(changelog ? "|----|" : "|");
    for (ResultColumn column : columns) {
      head.append(' ').append(escape(column.name())).append(" |");
      rule.append(TableWriter.isNumber(column.type()) ? "---:|" : "----|");
    }
    out.print(head.append('\n').append(rule).append('\n'));
  }

  @Override
  public void row(RowKind kind, ResultRow row) {
    StringBuilder line = new StringBuilder(changelog ? "| " + kind.shortString() + " |" : "|");
    for (int i = 0; i < columns; i++) {
      String text = row.text(i);
      line.append(' ').append(text == null ? "*NULL*" : escape(text)).append(" |");
    }
    out.print(line.append('\n'));
  }

  /** Keeps text from being read as markup. */
  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\\', '|', '*', '`' -> escaped.append('\\').append(c);
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '\n' -> escaped.append("<br>");
        case '\r' -> {}
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
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
