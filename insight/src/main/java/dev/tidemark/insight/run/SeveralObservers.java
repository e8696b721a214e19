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

  // A run in columns has few rows between two watermarks: calls that do nothing would be felt.
  private final NodeObserver[] beforeRecord;
  private final NodeObserver[] afterRecord;
  private final NodeObserver[] beforeWatermark;
  private final NodeObserver[] afterWatermark;
  private final NodeObserver[] emits;
  private final NodeObserver[] emitted;
  private final NodeObserver[] emitsWatermark;
  private final BatchObserver[] enter;
  private final BatchObserver[] leave;

  SeveralObservers(List<NodeObserver> observers) {
    this.observers = observers.toArray(new NodeObserver[0]);
    this.beforeRecord = listeners("beforeRecord", int.class, StreamRecord.class);
    this.afterRecord = listeners("afterRecord", int.class, StreamRecord.class);
    this.beforeWatermark = listeners("beforeWatermark", int.class, Watermark.class);
    this.afterWatermark = listeners("afterWatermark", int.class, Watermark.class);
    this.emits = listeners("emits", OutputTag.class, StreamRecord.class);
    this.emitted = listeners("emitted");
    this.emitsWatermark = listeners("emitsWatermark", Watermark.class);
    this.enter = batchListeners("enter");
    this.leave = batchListeners("leave");
  }

  /** Those that override a method, which does nothing unless overridden. */
  private NodeObserver[] listeners(String method, Class<?>... parameters) {
    return Arrays.stream(observers)
        .filter(each -> overrides(each, method, parameters))
        .toArray(NodeObserver[]::new);
  }

  private BatchObserver[] batchListeners(String method) {
    return Arrays.stream(observers)
        .filter(BatchObserver.class::isInstance)
        .filter(each -> overrides(each, method, Batch.class, int.class, int.class))
        .toArray(BatchObserver[]::new);
  }

  private static boolean overrides(NodeObserver observer, String method, Class<?>... parameters) {
    try {
      return !observer.getClass().getMethod(method, parameters).getDeclaringClass().isInterface();
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void beforeRecord(int input, StreamRecord<?> record) throws Exception {
    for (NodeObserver each : beforeRecord) {
      each.beforeRecord(input, record);
    }
  }

  @Override
  public void afterRecord(int input, StreamRecord<?> record) throws Exception {
    for (int i = afterRecord.length - 1; i >= 0; i--) {
      afterRecord[i].afterRecord(input, record);
    }
  }

  @Override
  public void beforeWatermark(int input, Watermark watermark) throws Exception {
    for (NodeObserver each : beforeWatermark) {
      each.beforeWatermark(input, watermark);
    }
  }

  @Override
  public void afterWatermark(int input, Watermark watermark) throws Exception {
    for (int i = afterWatermark.length - 1; i >= 0; i--) {
      afterWatermark[i].afterWatermark(input, watermark);
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
    for (BatchObserver each : enter) {
      each.enter(batch, from, to);
    }
  }

  @Override
  public void leave(Batch batch, int from, int to) throws Exception {
    for (BatchObserver each : leave) {
      each.leave(batch, from, to);
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
    for (NodeObserver each : emits) {
      each.emits(tag, record);
    }
  }

  @Override
  public void emitted() {
    for (int i = emitted.length - 1; i >= 0; i--) {
      emitted[i].emitted();
    }
  }

  @Override
  public void emitsWatermark(Watermark watermark) {
    for (NodeObserver each : emitsWatermark) {
      each.emitsWatermark(watermark);
    }
  }
}
