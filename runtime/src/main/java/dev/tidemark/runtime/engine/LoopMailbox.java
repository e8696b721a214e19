package dev.tidemark.runtime.engine;

import java.util.concurrent.locks.LockSupport;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailboxImpl;

/** The mailbox that all operators of a job share; a new mail wakes the job's thread. */
final class LoopMailbox extends TaskMailboxImpl {
  private final Thread jobThread;

  LoopMailbox(Thread jobThread) {
    super(jobThread);
    this.jobThread = jobThread;
  }

  @Override
  public void put(Mail mail) {
    super.put(mail);
    wake();
  }

  /** Makes the job's thread look again at what it waits for. */
  void wake() {
    LockSupport.unpark(jobThread);
  }

  /** Runs what is in the box now; each mail that comes meanwhile as well. */
  void runAll() throws Exception {
    while (hasMail()) {
      var mail = tryTake(MIN_PRIORITY);
      if (mail.isEmpty()) {
        return;
      }
      mail.get().run();
    }
  }
}
