package dev.tidemark.runtime.engine;

import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Decides when the elements that arrive at a node are handled: not always at once. */
interface Intake {
  void record(NodeInput input, StreamRecord<Object> record) throws Exception;

  void watermark(NodeInput input, Watermark watermark) throws Exception;

  void end(NodeInput input) throws Exception;

  /** Whether an element of this input would be handled at once. */
  boolean admits(NodeInput input);
}
