package dev.tidemark.cli;

import java.io.PrintStream;

/** Ctrl-C while the command is still starting: a word, where there would be none. */
public final class EarlyInterrupt {

  private static volatile boolean early = true;

  private EarlyInterrupt() {}

  /** From now on an interrupt is announced. */
  static void announce(PrintStream err) {
    Thread hook =
        new Thread(
            () -> {
              if (early) {
                err.println("tidemark: interrupted; nothing was run yet.");
              }
            },
            "tidemark-interrupted-early");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** The command runs, and says itself what an interrupt has stopped; or it ends for a reason. */
  public static void tooLate() {
    early = false;
  }
}
