package dev.tidemark.runtime.engine;

import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.function.ThrowingRunnable;

/**
 * An edge between chains. In Flink it is a network channel, so the receiver gets a fresh object for
 * each record: skipping that would corrupt rows which an operator reuses while heap state holds
 * them.
 */
final class NetworkEdge extends Edge {
  private final Gate gate;
  private final int channel;
  private final RoundTrip roundTrip;

  NetworkEdge(OutputTag<?> tag, Gate gate, int channel, RoundTrip roundTrip) {
    super(tag);
    this.gate = gate;
    this.channel = channel;
    this.roundTrip = roundTrip;
  }

  @Override
  void record(StreamRecord<Object> record) throws Exception {
    StreamRecord<Object> fresh = roundTrip.fresh(record);
    try {
      gate.input().record(fresh);
    } catch (FailureInVertex e) {
      throw e;
    } catch (Exception e) {
      throw new FailureInVertex(e);
    }
  }

  @Override
  void watermark(Watermark watermark) throws Exception {
    try {
      gate.watermark(watermark, channel);
    } catch (FailureInVertex e) {
      throw e;
    } catch (Exception e) {
      throw new FailureInVertex(e);
    }
  }

  @Override
  void status(WatermarkStatus status) {
    cross(() -> gate.status(status, channel));
  }

  @Override
  void latencyMarker(LatencyMarker marker) {
    cross(() -> gate.input().latencyMarker(marker));
  }

  @Override
  void attributes(RecordAttributes attributes) {
    cross(() -> gate.attributes(attributes, channel));
  }

  @Override
  void event(WatermarkEvent event) {
    cross(() -> gate.input().event(event));
  }

  @Override
  void end() {
    cross(() -> gate.input().channelEnded());
  }

  private static void cross(ThrowingRunnable<Exception> action) {
    try {
      action.run();
    } catch (FailureInVertex e) {
      throw e;
    } catch (Exception e) {
      throw new FailureInVertex(e);
    }
  }
}
