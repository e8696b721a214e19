package dev.tidemark.runtime.engine;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/**
 * An edge inside a chain: the record is copied by its serializer, or handed over as it is when the
 * program allows object reuse. Mirrors Flink's ChainingOutput and CopyingChainingOutput.
 */
final class ChainedEdge extends Edge {
  private final NodeInput target;
  private final TypeSerializer<Object> copier;
  private WatermarkStatus announced = WatermarkStatus.ACTIVE;

  /**
   * @param copier copies each record, or null to hand records over as they are
   */
  ChainedEdge(OutputTag<?> tag, NodeInput target, TypeSerializer<Object> copier) {
    super(tag);
    this.target = target;
    this.copier = copier;
  }

  @Override
  void record(StreamRecord<Object> record) throws Exception {
    target.record(copier == null ? record : record.copy(copier.copy(record.getValue())));
  }

  @Override
  void watermark(Watermark watermark) throws Exception {
    if (!announced.isIdle()) {
      target.watermark(watermark);
    }
  }

  @Override
  void status(WatermarkStatus status) throws Exception {
    if (!announced.equals(status)) {
      announced = status;
      target.status(status);
    }
  }

  @Override
  void latencyMarker(LatencyMarker marker) throws Exception {
    target.latencyMarker(marker);
  }

  @Override
  void attributes(RecordAttributes attributes) throws Exception {
    target.attributes(attributes);
  }

  @Override
  void event(WatermarkEvent event) throws Exception {
    target.event(event);
  }

  @Override
  void end() throws Exception {
    target.channelEnded();
  }
}
