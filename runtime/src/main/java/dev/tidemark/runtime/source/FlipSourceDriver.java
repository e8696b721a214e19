package dev.tidemark.runtime.source;

import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.operators.SourceOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.io.DataInputStatus;
import org.apache.flink.streaming.runtime.io.PushingAsyncDataInput.DataOutput;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.function.ThrowingRunnable;

/** Drives a FLIP-27 source: Flink's own source operator in front, our enumerator host behind. */
public final class FlipSourceDriver implements SourceDriver {
  private final SourceOperator<Object, ?> operator;
  private final EnumeratorHost<?, ?> enumerator;
  private final Boundedness boundedness;
  private final ToOutput output;
  private final Runnable wake;
  private CompletableFuture<?> watched;

  /**
   * @param afterRecord runs after each record that was handled
   * @param wake makes the job's thread look again when the source has something
   */
  public FlipSourceDriver(
      SourceOperator<Object, ?> operator,
      EnumeratorHost<?, ?> enumerator,
      Boundedness boundedness,
      Output<StreamRecord<Object>> output,
      ThrowingRunnable<Exception> afterRecord,
      Runnable wake) {
    this.operator = operator;
    this.enumerator = enumerator;
    this.boundedness = boundedness;
    this.output = new ToOutput(output, afterRecord);
    this.wake = wake;
  }

  @Override
  public void start() throws Exception {
    enumerator.start(operator);
  }

  @Override
  public Turn poll() throws Exception {
    output.emitted = false;
    while (true) {
      enumerator.drain();
      DataInputStatus status = operator.emitNext(output);
      output.settle();
      if (output.emitted) {
        return Turn.RECORD;
      }
      if (status == DataInputStatus.END_OF_DATA || status == DataInputStatus.END_OF_INPUT) {
        return Turn.END;
      }
      if (status == DataInputStatus.NOTHING_AVAILABLE && !ready()) {
        return Turn.NOTHING;
      }
    }
  }

  @Override
  public boolean ready() {
    if (enumerator.hasWork()) {
      return true;
    }
    CompletableFuture<?> available = operator.getAvailableFuture();
    if (available.isDone()) {
      return true;
    }
    if (available != watched) {
      watched = available;
      CompletableFuture<?> unused = available.whenComplete((value, error) -> wake.run());
    }
    return available.isDone();
  }

  @Override
  public boolean bounded() {
    return boundedness == Boundedness.BOUNDED;
  }

  @Override
  public void cancel() {}

  @Override
  public void close() throws Exception {
    enumerator.close();
  }

  private static final class ToOutput implements DataOutput<Object> {
    private final Output<StreamRecord<Object>> output;
    private final ThrowingRunnable<Exception> afterRecord;
    private boolean emitted;
    private boolean unsettled;

    ToOutput(Output<StreamRecord<Object>> output, ThrowingRunnable<Exception> afterRecord) {
      this.output = output;
      this.afterRecord = afterRecord;
    }

    @Override
    public void emitRecord(StreamRecord<Object> record) throws Exception {
      settle();
      emitted = true;
      unsettled = true;
      output.collect(record);
    }

    /** What follows a record comes when the source's watermark generator has seen it, too. */
    void settle() throws Exception {
      if (unsettled) {
        unsettled = false;
        afterRecord.run();
      }
    }

    @Override
    public void emitWatermark(Watermark watermark) {
      output.emitWatermark(watermark);
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {
      output.emitWatermarkStatus(status);
    }

    @Override
    public void emitLatencyMarker(LatencyMarker marker) {
      output.emitLatencyMarker(marker);
    }

    @Override
    public void emitRecordAttributes(RecordAttributes attributes) {
      output.emitRecordAttributes(attributes);
    }

    @Override
    public void emitWatermark(WatermarkEvent event) {
      output.emitWatermark(event);
    }
  }
}
