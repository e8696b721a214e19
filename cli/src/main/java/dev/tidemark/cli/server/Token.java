package dev.tidemark.cli.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.regex.Pattern;

/**
 * What callers of a server have to send.
 *
 * @param text what it is; visible ASCII
 */
public record Token(String text) {

  private static final int MIN_LENGTH = 16;
  private static final int MAX_LENGTH = 4096;
  private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7e]+");
  private static final String SCHEME = "Bearer ";

  /**
   * Reads it from a file; blanks and line ends around it do not count.
   *
   * @throws IOException when there is no token in it, or one that is easily guessed
   */
  public static Token read(Path file) throws IOException {
    String text;
    try {
      if (Files.size(file) > MAX_LENGTH) {
        throw new IOException("this is no token: it is longer than " + MAX_LENGTH + " bytes");
      }
      text = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
    } catch (NoSuchFileException e) {
      throw new IOException("there is no such file", e);
    }
    if (text.length() < MIN_LENGTH || !VISIBLE.matcher(text).matches()) {
      throw new IOException(
          "a token has " + MIN_LENGTH + " or more letters, digits or signs, without blanks");
    }
    return new Token(text);
  }

  /** Whether this is the value of a header {@code Authorization} that carries the token. */
  boolean isIn(String header) {
    return header != null
        && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        && MessageDigest.isEqual(
            header.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8),
            text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "Token";
  }
}
