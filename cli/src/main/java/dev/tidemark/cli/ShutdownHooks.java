package dev.tidemark.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

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

  /**
   * Runs something that may hang, and gives it up then.
   *
   * @param seconds how long to wait for its end
   */
  public static void runFor(int seconds, Runnable action) {
    Thread closing = new Thread(action, "tidemark-stop");
    closing.setDaemon(true);
    closing.start();
    try {
      closing.join(TimeUnit.SECONDS.toMillis(seconds));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
