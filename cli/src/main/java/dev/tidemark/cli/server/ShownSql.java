package dev.tidemark.cli.server;

import java.util.regex.Pattern;

/** Statements as others may see them: their beginnings, without what is to be kept secret. */
final class ShownSql {

  private static final int LONGEST = 300;

  /** The value of an option of a table whose name says that it is a secret. */
  private static final Pattern SECRET =
      Pattern.compile(
          "('[^'\n]*(?:password|secret|token|credential|access[._-]?key|jaas)[^'\n]*'\\s*=\\s*)'(?:[^']|'')*'",
          Pattern.CASE_INSENSITIVE);

  private ShownSql() {}

  static String of(String statement) {
    String shown = SECRET.matcher(statement.strip()).replaceAll("$1'***'");
    return shown.length() > LONGEST ? shown.substring(0, LONGEST - 1) + "…" : shown;
  }
}
