package dev.tidemark.insight.text;

import java.util.ArrayList;
import java.util.List;

/** Aligned columns, for small tables. */
public final class TextTable {
  private final List<String[]> rows = new ArrayList<>();
  private final boolean[] toTheRight;

  /**
   * @param head the columns' names; one that begins with {@code >} is aligned to the right
   */
  public TextTable(String... head) {
    toTheRight = new boolean[head.length];
    String[] names = new String[head.length];
    for (int i = 0; i < head.length; i++) {
      toTheRight[i] = head[i].startsWith(">");
      names[i] = toTheRight[i] ? head[i].substring(1) : head[i];
    }
    rows.add(names);
  }

  /** Adds a row, one cell for each column. */
  public void row(Object... cells) {
    String[] texts = new String[toTheRight.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = String.valueOf(cells[i]);
    }
    rows.add(texts);
  }

  @Override
  public String toString() {
    int[] widths = new int[toTheRight.length];
    for (String[] row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String padding = " ".repeat(widths[i] - row[i].length());
        line.append(i == 0 ? "" : "  ");
        line.append(toTheRight[i] ? padding + row[i] : row[i] + padding);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
