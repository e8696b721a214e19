package dev.tidemark.cli.page;

import dev.tidemark.cli.ExitCode;
import java.util.Locale;

/** How far a run on the page has come. */
enum RunState {
  RUNNING,
  PAUSED,
  DONE,
  STOPPED,
  FAILED;

  /** The state after an exit code. */
  static RunState after(int exitCode, boolean stopped) {
    return stopped ? STOPPED : exitCode == ExitCode.DONE ? DONE : FAILED;
  }

  /** As requests and answers have it. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean isOver() {
    return this != RUNNING && this != PAUSED;
  }
}
