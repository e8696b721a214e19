package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.time.RealTime;
import java.util.function.BooleanSupplier;

/**
 * Waits after each record for the requests that an asynchronous operator has sent out, so that the
 * answers leave it in arrival order whatever the other threads do. A request that takes longer than
 * the patience no longer holds the job up; from then on its answer comes when it comes.
 */
final class Settler {
  private final BooleanSupplier settled;
  private final LoopMailbox mailbox;
  private final long patienceNanos;
  private boolean impatient;

  Settler(BooleanSupplier settled, LoopMailbox mailbox, long patienceNanos) {
    this.settled = settled;
    this.mailbox = mailbox;
    this.patienceNanos = patienceNanos;
  }

  void settle() throws Exception {
    mailbox.runAll();
    if (impatient || settled.getAsBoolean()) {
      return;
    }
    long start = RealTime.nanos();
    while (!settled.getAsBoolean()) {
      long left = patienceNanos - (RealTime.nanos() - start);
      if (left <= 0) {
        impatient = true;
        return;
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedException();
      }
      RealTime.parkNanos(this, left);
      mailbox.runAll();
    }
  }
}
