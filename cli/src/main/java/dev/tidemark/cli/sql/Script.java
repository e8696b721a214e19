package dev.tidemark.cli.sql;

import dev.tidemark.cli.errors.Position;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * The text of a script and its name in messages. Offsets are counted in characters from the start
 * of the text; lines and columns from 1.
 */
public final class Script {

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final String name;
  private final String text;
  private final String forClient;
  private final int firstBadByte;

  private Script(String name, String text, String forClient, int firstBadByte) {
    this.name = name;
    this.text = text;
    this.forClient = forClient;
    this.firstBadByte = firstBadByte;
  }

  /** A script from the bytes of a file; as in Flink, what is not UTF-8 becomes U+FFFD. */
  public static Script of(String name, byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return new Script(name, text, text, firstBadCharacter(bytes));
  }

  /** A script from text. */
  public static Script of(String name, String text) {
    return new Script(name, text, text, -1);
  }

  /**
   * Statements from the command line, several in one line if need be. Flink's client, which knows
   * scripts only, ends a statement where a semicolon ends a line.
   */
  public static Script ofArgument(String name, String text) {
    return new Script(name, text, SqlText.oneStatementALine(text), -1);
  }

  /** Offset of the first character that was not UTF-8 in the file, or -1. */
  private static int firstBadCharacter(byte[] bytes) {
    CharBuffer decoded = CharBuffer.allocate(bytes.length);
    CoderResult result =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT)
            .decode(ByteBuffer.wrap(bytes), decoded, true);
    try {
      if (result.isError()) {
        result.throwException();
      }
      return -1;
    } catch (CharacterCodingException e) {
      return decoded.position();
    }
  }

  /** Name for messages: a path as typed, or a stand-in for text that has none. */
  public String name() {
    return name;
  }

  /** The whole text. */
  public String text() {
    return text;
  }

  /** The text as Flink's client gets it: with more line ends, but the same otherwise. */
  String forClient() {
    return forClient;
  }

  /** Offset of the first character that stands for a byte that is not UTF-8, or -1. */
  public int firstBadByte() {
    return firstBadByte;
  }

  /** Whether the file starts with a byte order mark, which Flink's parser rejects. */
  public boolean startsWithByteOrderMark() {
    return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
  }

  /** The position of an offset, with its line for display. */
  public Position position(int offset, int length) {
    int at = Math.min(offset, text.length());
    int lineStart = text.lastIndexOf('\n', at - 1) + 1;
    int lineEnd = text.indexOf('\n', at);
    String line = text.substring(lineStart, lineEnd < 0 ? text.length() : lineEnd);
    int lineNumber = 1 + (int) text.substring(0, lineStart).chars().filter(c -> c == '\n').count();
    return new Position(name, lineNumber, at - lineStart + 1, Math.max(1, length), trimRight(line));
  }

  private static String trimRight(String line) {
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }
}
