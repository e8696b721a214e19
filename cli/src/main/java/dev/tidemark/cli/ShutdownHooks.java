package dev.tidemark.cli;

import java.util.concurrent.CountDownLatch;

/** What commands need that have the last word at Ctrl-C. */
public final class ShutdownHooks {

  private ShutdownHooks() {}

  /** Takes back a hook, unless the JVM is going down already. */
  public static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // Too late: the JVM is going down already.
      return;
    }
  }

  /** For the main thread: a hook has the last word; a second summary would only confuse. */
  public static void waitForTheEnd() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
