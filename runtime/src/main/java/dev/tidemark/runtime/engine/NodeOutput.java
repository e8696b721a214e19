package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.observe.NodeObserver;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ExceptionInChainedOperatorException;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.function.ThrowingConsumer;

/** Where an operator emits to: all its edges, in the order in which Flink's chain serves them. */
final class NodeOutput implements Output<StreamRecord<Object>> {
  private Edge[] main = new Edge[0];
  private Edge[] side = new Edge[0];
  private Edge[] all = new Edge[0];
  private final boolean objectReuse;
  private final boolean finalWatermark;
  private NodeObserver observer;

  /**
   * @param finalWatermark whether the watermark that stands for the end of all input goes out
   */
  NodeOutput(boolean objectReuse, boolean finalWatermark) {
    this.finalWatermark = finalWatermark;
    this.objectReuse = objectReuse;
  }

  void observer(NodeObserver newObserver) {
    this.observer = newObserver;
  }

  void connect(List<Edge> edges) {
    List<Edge> mainEdges = new ArrayList<>();
    List<Edge> sideEdges = new ArrayList<>();
    for (Edge edge : edges) {
      (edge.tag == null ? mainEdges : sideEdges).add(edge);
    }
    main = mainEdges.toArray(new Edge[0]);
    side = sideEdges.toArray(new Edge[0]);
    all = edges.toArray(new Edge[0]);
  }

  @Override
  public void collect(StreamRecord<Object> record) {
    if (observer == null) {
      send(record);
      return;
    }
    observer.emits(null, record);
    send(record);
    observer.emitted();
  }

  private void send(StreamRecord<Object> record) {
    try {
      int last = main.length - 1;
      for (int i = 0; i < last; i++) {
        main[i].record(shareable(record));
      }
      if (last >= 0) {
        main[last].record(record);
      }
    } catch (Exception e) {
      throw wrap(e);
    }
  }

  /** Without copies in the edges, an operator may change the record's time stamp under another. */
  private StreamRecord<Object> shareable(StreamRecord<Object> record) {
    return objectReuse ? record.copy(record.getValue()) : record;
  }

  @Override
  public <X> void collect(OutputTag<X> outputTag, StreamRecord<X> record) {
    if (observer != null) {
      observer.emits(outputTag, record);
    }
    try {
      for (Edge edge : side) {
        if (edge.tag.equals(outputTag)) {
          @SuppressWarnings("unchecked")
          StreamRecord<Object> cast = (StreamRecord<Object>) (StreamRecord<?>) record;
          edge.record(shareable(cast));
        }
      }
    } catch (Exception e) {
      throw wrap(e);
    }
    if (observer != null) {
      observer.emitted();
    }
  }

  @Override
  public void emitWatermark(Watermark mark) {
    if (!finalWatermark && mark.getTimestamp() == Watermark.MAX_WATERMARK.getTimestamp()) {
      return;
    }
    if (observer != null) {
      observer.emitsWatermark(mark);
    }
    try {
      for (Edge edge : all) { // without an action object: there can be a watermark every few rows
        edge.watermark(mark);
      }
    } catch (Exception e) {
      throw wrap(e);
    }
  }

  @Override
  public void emitWatermarkStatus(WatermarkStatus status) {
    each(edge -> edge.status(status));
  }

  @Override
  public void emitLatencyMarker(LatencyMarker marker) {
    each(edge -> edge.latencyMarker(marker));
  }

  @Override
  public void emitRecordAttributes(RecordAttributes attributes) {
    each(edge -> edge.attributes(attributes));
  }

  @Override
  public void emitWatermark(WatermarkEvent event) {
    each(edge -> edge.event(event));
  }

  void end() {
    each(Edge::end);
  }

  @Override
  public void close() {}

  private void each(ThrowingConsumer<Edge, Exception> action) {
    try {
      for (Edge edge : all) {
        action.accept(edge);
      }
    } catch (Exception e) {
      throw wrap(e);
    }
  }

  private static RuntimeException wrap(Exception e) {
    if (e instanceof FailureInVertex failure) {
      return failure;
    }
    return e instanceof ExceptionInChainedOperatorException chained
        ? chained
        : new ExceptionInChainedOperatorException(e);
  }
}
