package dev.tidemark.cli.lab;

/** Words of command lines that people copy. */
public final class Shell {
  private Shell() {}

  /** A word as a shell takes it: as it is, or in single quotes where it has more in it. */
  public static String word(String text) {
    return text.matches("[\\w@%+=:,./-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
