package dev.tidemark.runtime.engine;

import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.io.PushingAsyncDataInput.DataOutput;
import org.apache.flink.streaming.runtime.io.RecordAttributesCombiner;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.StatusWatermarkValve;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * The network channels of one input: its watermark is the minimum over the channels that are not
 * idle, by Flink's own valve.
 */
final class Gate {
  private final NodeInput input;
  private final StatusWatermarkValve valve;
  private final RecordAttributesCombiner attributes;
  private final DataOutput<Object> output = new ToInput();

  Gate(NodeInput input, int channels) {
    this.input = input;
    this.valve = new StatusWatermarkValve(channels);
    this.attributes = new RecordAttributesCombiner(channels);
  }

  NodeInput input() {
    return input;
  }

  void watermark(Watermark watermark, int channel) throws Exception {
    valve.inputWatermark(watermark, channel, output);
  }

  void status(WatermarkStatus status, int channel) throws Exception {
    valve.inputWatermarkStatus(status, channel, output);
  }

  void attributes(RecordAttributes recordAttributes, int channel) throws Exception {
    attributes.inputRecordAttributes(recordAttributes, channel, output);
  }

  private final class ToInput implements DataOutput<Object> {
    @Override
    public void emitRecord(StreamRecord<Object> record) throws Exception {
      input.record(record);
    }

    @Override
    public void emitWatermark(Watermark watermark) throws Exception {
      input.watermark(watermark);
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) throws Exception {
      input.status(status);
    }

    @Override
    public void emitLatencyMarker(LatencyMarker marker) throws Exception {
      input.latencyMarker(marker);
    }

    @Override
    public void emitRecordAttributes(RecordAttributes recordAttributes) throws Exception {
      input.attributes(recordAttributes);
    }

    @Override
    public void emitWatermark(WatermarkEvent event) throws Exception {
      input.event(event);
    }
  }
}
