package dev.tidemark.cli.errors;

/**
 * A place in a text that a person has written.
 *
 * @param file name of the text
 * @param line line number, from 1
 * @param column column in characters, from 1
 * @param length number of characters that are meant, at least 1; what reaches beyond the line is
 *     cut
 * @param lineText the line, without its end
 */
public record Position(String file, int line, int column, int length, String lineText) {

  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
