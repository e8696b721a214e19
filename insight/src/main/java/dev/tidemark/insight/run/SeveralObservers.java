package dev.tidemark.insight.run;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.observe.BatchObserver;
import dev.tidemark.columnar.observe.RowTurns;
import dev.tidemark.runtime.observe.NodeObserver;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/** Observers of one operator: in order before something happens, in reverse order after it. */
final class SeveralObservers implements BatchObserver, RowTurns {
  private final NodeObserver[] observers;

  SeveralObservers(List<NodeObserver> observers) {
    this.observers = observers.toArray(new NodeObserver[0]);
  }

  @Override
  public void beforeRecord(int input, StreamRecord<?> record) throws Exception {
    for (NodeObserver each : observers) {
      each.beforeRecord(input, record);
    }
  }

  @Override
  public void afterRecord(int input, StreamRecord<?> record) throws Exception {
    for (int i = observers.length - 1; i >= 0; i--) {
      observers[i].afterRecord(input, record);
    }
  }

  @Override
  public void beforeWatermark(int input, Watermark watermark) throws Exception {
    for (NodeObserver each : observers) {
      each.beforeWatermark(input, watermark);
    }
  }

  @Override
  public void afterWatermark(int input, Watermark watermark) throws Exception {
    for (int i = observers.length - 1; i >= 0; i--) {
      observers[i].afterWatermark(input, watermark);
    }
  }

  @Override
  public void status(int input, WatermarkStatus status) throws Exception {
    for (NodeObserver each : observers) {
      each.status(input, status);
    }
  }

  @Override
  public boolean takesRuns() {
    return Arrays.stream(observers)
        .allMatch(each -> each instanceof BatchObserver batches && batches.takesRuns());
  }

  @Override
  public void enter(Batch batch, int from, int to) throws Exception {
    for (NodeObserver each : observers) {
      ((BatchObserver) each).enter(batch, from, to);
    }
  }

  @Override
  public void leave(Batch batch, int from, int to) throws Exception {
    for (NodeObserver each : observers) {
      ((BatchObserver) each).leave(batch, from, to);
    }
  }

  @Override
  public void begin(Batch scanned) {
    turns().begin(scanned);
  }

  @Override
  public void at(int row) {
    turns().at(row);
  }

  @Override
  public void rest() {
    turns().rest();
  }

  /** Where the run stands is followed by the first observer. */
  private RowTurns turns() {
    return (RowTurns) observers[0];
  }

  @Override
  public void emits(OutputTag<?> tag, StreamRecord<?> record) {
    for (NodeObserver each : observers) {
      each.emits(tag, record);
    }
  }

  @Override
  public void emitted() {
    for (int i = observers.length - 1; i >= 0; i--) {
      observers[i].emitted();
    }
  }

  @Override
  public void emitsWatermark(Watermark watermark) {
    for (NodeObserver each : observers) {
      each.emitsWatermark(watermark);
    }
  }
}
