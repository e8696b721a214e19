package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.observe.NodeObserver;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.Input;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.function.ThrowingConsumer;

/** One logical input of a node. Elements that are not to be handled yet go to the node's intake. */
final class NodeInput {
  final Node node;
  final int index;
  private final Input<Object> input;
  private final ThrowingConsumer<StreamRecord<Object>, Exception> processor;
  private Intake intake;
  private NodeObserver observer;
  private int openChannels;

  NodeInput(Node node, int index, int channels) {
    this.node = node;
    this.index = index;
    this.openChannels = channels;
    this.input = OperatorInputs.of(node.operator(), index);
    this.processor = OperatorInputs.processor(node.operator(), index);
  }

  void observer(NodeObserver newObserver) {
    this.observer = newObserver;
  }

  /** Lets the given intake decide when elements of this input are handled. */
  void intake(Intake newIntake) {
    this.intake = newIntake;
  }

  /** Whether something decides when this input is read. */
  boolean isChoosy() {
    return intake instanceof SelectiveIntake;
  }

  /** Whether an element would be handled at once. */
  boolean admitted() {
    return intake == null || intake.admits(this);
  }

  void record(StreamRecord<Object> record) throws Exception {
    if (intake != null) {
      intake.record(this, record);
    } else {
      process(record);
    }
  }

  void watermark(Watermark watermark) throws Exception {
    if (intake != null) {
      intake.watermark(this, watermark);
    } else {
      processWatermark(watermark);
    }
  }

  void status(WatermarkStatus status) throws Exception {
    if (observer != null) {
      observer.status(index, status);
    }
    input.processWatermarkStatus(status);
  }

  void latencyMarker(LatencyMarker marker) throws Exception {
    input.processLatencyMarker(marker);
  }

  void attributes(RecordAttributes attributes) throws Exception {
    input.processRecordAttributes(attributes);
  }

  void event(WatermarkEvent event) throws Exception {
    input.processWatermark(event);
  }

  void channelEnded() throws Exception {
    if (--openChannels > 0) {
      return;
    }
    if (intake != null) {
      intake.end(this);
    } else {
      processEnd();
    }
  }

  void process(StreamRecord<Object> record) throws Exception {
    if (observer == null) {
      processor.accept(record);
      node.afterRecord();
      return;
    }
    observer.beforeRecord(index, record);
    processor.accept(record);
    node.afterRecord();
    observer.afterRecord(index, record);
  }

  void processWatermark(Watermark watermark) throws Exception {
    if (observer == null) {
      input.processWatermark(watermark);
      return;
    }
    observer.beforeWatermark(index, watermark);
    input.processWatermark(watermark);
    observer.afterWatermark(index, watermark);
  }

  void processEnd() throws Exception {
    node.inputEnded(this);
  }
}
