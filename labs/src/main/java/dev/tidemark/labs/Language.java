package dev.tidemark.labs;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The languages that labs speak. */
public enum Language {
  /** English. */
  EN,
  /** Simplified Chinese. */
  ZH;

  /** As it is written in file names and on the command line. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The language with this code. */
  public static Optional<Language> of(String code) {
    return Arrays.stream(values()).filter(language -> language.code().equals(code)).findFirst();
  }
}
