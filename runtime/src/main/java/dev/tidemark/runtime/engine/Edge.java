package dev.tidemark.runtime.engine;

import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/**
 * A connection that elements are pushed through: whoever calls it returns when they are handled.
 */
abstract class Edge {
  /** The side output that this edge carries, or null for the main output. */
  final OutputTag<?> tag;

  Edge(OutputTag<?> tag) {
    this.tag = tag;
  }

  abstract void record(StreamRecord<Object> record) throws Exception;

  abstract void watermark(Watermark watermark) throws Exception;

  abstract void status(WatermarkStatus status) throws Exception;

  abstract void latencyMarker(LatencyMarker marker) throws Exception;

  abstract void attributes(RecordAttributes attributes) throws Exception;

  abstract void event(WatermarkEvent event) throws Exception;

  /** No element follows. */
  abstract void end() throws Exception;
}
