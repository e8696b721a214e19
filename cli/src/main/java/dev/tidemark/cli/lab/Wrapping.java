package dev.tidemark.cli.lab;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Breaks lines between words and between Chinese characters, counting the columns of a terminal.
 */
final class Wrapping {

  /** A word with the blanks behind it, or a Chinese character with the punctuation behind it. */
  private static final Pattern PIECE =
      Pattern.compile("(?:\\p{IsHan}[，。：；、！？）”]*|(?:(?!\\p{IsHan})\\S)+) *");

  private Wrapping() {}

  /**
   * Breaks a text.
   *
   * @param width in columns; Chinese characters take two
   * @param separator what stands between two lines
   */
  static String wrap(String text, int width, String separator) {
    StringBuilder wrapped = new StringBuilder();
    StringBuilder line = new StringBuilder();
    Matcher pieces = PIECE.matcher(text);
    while (pieces.find()) {
      String piece = pieces.group();
      if (!line.isEmpty() && columns(line + piece.stripTrailing()) > width) {
        wrapped.append(line.toString().stripTrailing()).append(separator);
        line.setLength(0);
      }
      line.append(piece);
    }
    return wrapped.append(line).toString();
  }

  private static int columns(String text) {
    return text.codePoints().map(c -> isWide(c) ? 2 : 1).sum();
  }

  private static boolean isWide(int codePoint) {
    return Character.isIdeographic(codePoint)
        || (codePoint >= 0x3000 && codePoint <= 0x303f)
        || (codePoint >= 0xff01 && codePoint <= 0xff60);
  }
}
