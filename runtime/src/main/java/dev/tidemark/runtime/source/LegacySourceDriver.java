package dev.tidemark.runtime.source;

import java.util.concurrent.locks.LockSupport;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.operators.StreamSource;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.function.ThrowingRunnable;

/**
 * Drives a legacy source function, whose {@code run} method emits as it likes. It runs on a thread
 * of its own that strictly alternates with the job's: it stands still from the moment in which it
 * emits until its next turn, and the job's thread handles what was emitted.
 */
@SuppressWarnings("deprecation") // what it serves is deprecated, and still behind SQL's datagen
public final class LegacySourceDriver implements SourceDriver {
  private enum State {
    /** The source stands in {@code collect} or has not begun. */
    STANDING,
    /** The source's code runs. */
    RUNNING,
    /** The source has emitted something that is not handled yet. */
    EMITTED,
    ENDED
  }

  private final StreamSource<Object, ?> operator;
  private final Output<StreamRecord<Object>> output;
  private final ThrowingRunnable<Exception> afterRecord;
  private final Runnable wake;
  private final boolean bounded;
  private final Thread thread;
  private volatile State state = State.STANDING;
  private volatile boolean cancelled;
  // Written by the source's thread before EMITTED or ENDED, read by the job's thread after.
  private ThrowingRunnable<Exception> emission;
  private boolean emittedRecord;
  private Throwable failure;

  public LegacySourceDriver(
      StreamSource<Object, ?> operator,
      String name,
      boolean bounded,
      Output<StreamRecord<Object>> output,
      ThrowingRunnable<Exception> afterRecord,
      Runnable wake) {
    this.operator = operator;
    this.bounded = bounded;
    this.output = output;
    this.afterRecord = afterRecord;
    this.wake = wake;
    this.thread = new Thread(this::run, "tidemark-source-" + name);
    this.thread.setDaemon(true);
  }

  @Override
  public void start() {
    thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
  }

  @Override
  public boolean runAlone(ThrowingRunnable<Exception> between) throws Exception {
    if (thread.isAlive()) {
      return false;
    }
    operator.run(
        new Object(),
        new AloneOutput(
            output,
            () -> {
              afterRecord.run();
              between.run();
            }),
        null);
    state = State.ENDED;
    return true;
  }

  private void run() {
    try {
      awaitTurn();
      operator.run(new Object(), new Handover(), null);
    } catch (SourceStopped e) {
      // The job is over; nobody waits for the end of this source.
    } catch (Throwable e) {
      failure = e;
    }
    state = State.ENDED;
    wake.run();
  }

  @Override
  public Turn poll() throws Exception {
    while (true) {
      switch (state) {
        case STANDING -> {
          state = State.RUNNING;
          if (!thread.isAlive()) {
            thread.start();
          }
          LockSupport.unpark(thread);
          return Turn.NOTHING;
        }
        case RUNNING -> {
          return Turn.NOTHING;
        }
        case EMITTED -> {
          boolean record = emittedRecord;
          ThrowingRunnable<Exception> action = emission;
          emission = null;
          action.run();
          if (record) {
            afterRecord.run();
            state = State.STANDING;
            return Turn.RECORD;
          }
          state = State.RUNNING;
          LockSupport.unpark(thread);
        }
        case ENDED -> {
          rethrow(failure);
          return Turn.END;
        }
      }
    }
  }

  private static void rethrow(Throwable error) throws Exception {
    if (error instanceof Exception exception) {
      throw exception;
    }
    if (error instanceof Error fatal) {
      throw fatal;
    }
  }

  @Override
  public boolean ready() {
    // A standing source is asked to go on first; whether it has something shows after that.
    return state != State.RUNNING;
  }

  @Override
  public boolean bounded() {
    return bounded;
  }

  @Override
  public void cancel() {
    cancelled = true;
    operator.cancel();
    thread.interrupt();
    LockSupport.unpark(thread);
  }

  @Override
  public void close() throws Exception {
    if (state != State.ENDED) {
      cancel();
    }
  }

  private void awaitTurn() {
    while (state != State.RUNNING) {
      if (cancelled) {
        throw new SourceStopped();
      }
      LockSupport.park(this);
    }
  }

  private void hand(boolean record, ThrowingRunnable<Exception> action) {
    emittedRecord = record;
    emission = action;
    state = State.EMITTED;
    wake.run();
    awaitTurn();
  }

  /** Ends the source's thread when the job ends before the source. */
  private static final class SourceStopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SourceStopped() {
      super("the job has ended", null, false, false);
    }
  }

  /** What the source emits into; called on the source's thread. */
  private final class Handover implements Output<StreamRecord<Object>> {
    @Override
    public void collect(StreamRecord<Object> record) {
      hand(true, () -> output.collect(record));
    }

    @Override
    public <X> void collect(OutputTag<X> outputTag, StreamRecord<X> record) {
      hand(false, () -> output.collect(outputTag, record));
    }

    @Override
    public void emitWatermark(Watermark mark) {
      hand(false, () -> output.emitWatermark(mark));
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {
      hand(false, () -> output.emitWatermarkStatus(status));
    }

    @Override
    public void emitLatencyMarker(LatencyMarker marker) {
      hand(false, () -> output.emitLatencyMarker(marker));
    }

    @Override
    public void emitRecordAttributes(RecordAttributes attributes) {
      hand(false, () -> output.emitRecordAttributes(attributes));
    }

    @Override
    public void emitWatermark(WatermarkEvent event) {
      hand(false, () -> output.emitWatermark(event));
    }

    @Override
    public void close() {}
  }
}
