package dev.tidemark.insight.text;

import java.util.Locale;

/** A row's text where a line has room for it. */
public final class OneLine {
  /** Characters that are shown of a row. */
  private static final int MOST = 500;

  private OneLine() {}

  /**
   * The text with line ends and other control characters as {@code \n}, {@code \}{@code u001b} and
   * the like, so that a terminal shows what is there; of a very long one the beginning.
   */
  public static String of(String text) {
    int end = text.length();
    if (end > MOST) {
      end = Character.isHighSurrogate(text.charAt(MOST - 1)) ? MOST - 1 : MOST;
    }
    StringBuilder line = new StringBuilder(end + 16);
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\n' -> line.append("\\n");
        case '\r' -> line.append("\\r");
        case '\t' -> line.append("\\t");
        default -> {
          if (Character.isISOControl(c)) {
            line.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            line.append(c);
          }
        }
      }
    }
    if (end < text.length()) {
      line.append(String.format(Locale.ROOT, "… (%,d characters)", text.length()));
    }
    return line.toString();
  }
}
