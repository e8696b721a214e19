package dev.tidemark.cli;

import java.nio.file.Path;

/**
 * Where Flink's log goes: nowhere by default, so that it neither mixes with rows nor costs time. To
 * be called before the first class that owns a logger is loaded.
 */
final class FlinkLogging {

  private static final String PREFIX = "org.slf4j.simpleLogger.";

  private FlinkLogging() {}

  /** Sets the log up; a property that the caller of the JVM has set wins. */
  static void configure(Path logFile) {
    if (logFile != null) {
      set("defaultLogLevel", "info");
      set("logFile", logFile.toString());
      set("showDateTime", "true");
      set("dateTimeFormat", "yyyy-MM-dd HH:mm:ss.SSS");
      set("showShortLogName", "true");
    } else {
      set("defaultLogLevel", "off");
      set("logFile", "System.err");
    }
  }

  private static void set(String key, String value) {
    if (System.getProperty(PREFIX + key) == null) {
      System.setProperty(PREFIX + key, value);
    }
  }
}
