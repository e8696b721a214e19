package dev.tidemark.cli.sql;

import dev.tidemark.cli.rows.ResultWriter;
import java.util.Timer;
import java.util.TimerTask;
import org.apache.flink.types.RowKind;

/**
 * The result that is being written. One thread writes rows; another may look after what is held
 * back, or end the result because the process ends.
 */
final class OpenResult implements AutoCloseable {

  private static final long HOLD_MILLIS = 1000;

  private final ResultWriter writer;
  private final Timer timer;
  private boolean ended;

  /**
   * Begins.
   *
   * @param endless whether rows may come for ever: then none is held back for long. Otherwise time
   *     plays no part, so that the output is the same each time.
   */
  OpenResult(ResultWriter writer, boolean endless) {
    this.writer = writer;
    this.timer = endless ? new Timer("sql-result-release", true) : null;
    if (endless) {
      timer.schedule(
          new TimerTask() {
            @Override
            public void run() {
              release();
            }
          },
          HOLD_MILLIS,
          HOLD_MILLIS);
    }
  }

  synchronized void row(RowKind kind, ResultWriter.ResultRow row) {
    if (!ended) {
      writer.row(kind, row);
    }
  }

  private synchronized void release() {
    if (!ended) {
      writer.release();
    }
  }

  /** Writes what is still to come; nothing is written after it. */
  @Override
  public synchronized void close() {
    if (timer != null) {
      timer.cancel();
    }
    if (!ended) {
      ended = true;
      writer.end();
    }
  }
}
