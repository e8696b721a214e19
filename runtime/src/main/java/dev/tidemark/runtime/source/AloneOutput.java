package dev.tidemark.runtime.source;

import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.function.ThrowingRunnable;

/**
 * What a legacy source emits into when it runs on the job's own thread.
 *
 * @param afterRecord runs after each record that was handled; its failure leaves the source's code
 */
record AloneOutput(Output<StreamRecord<Object>> output, ThrowingRunnable<Exception> afterRecord)
    implements Output<StreamRecord<Object>> {
  @Override
  public void collect(StreamRecord<Object> record) {
    output.collect(record);
    try {
      afterRecord.run();
    } catch (Exception e) {
      ExceptionUtils.rethrow(e);
    }
  }

  @Override
  public <X> void collect(OutputTag<X> outputTag, StreamRecord<X> record) {
    output.collect(outputTag, record);
  }

  @Override
  public void emitWatermark(Watermark mark) {
    output.emitWatermark(mark);
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

  @Override
  public void close() {}
}
