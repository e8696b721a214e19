package dev.tidemark.insight.audit;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.LongColumn;
import dev.tidemark.columnar.data.RowView;
import dev.tidemark.columnar.observe.BatchObserver;
import dev.tidemark.insight.ledger.Books;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.insight.ledger.Window;
import java.util.List;
import java.util.function.Supplier;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;

/**
 * Windows made of slices (TUMBLE, HOP, CUMULATE) where rows come in one by one: a part is lost when
 * the window has been emitted, the row when its last window has. Mirrors
 * AbstractSliceSyncStateWindowAggProcessor#processElement.
 */
final class SliceAudit implements BatchObserver {
  private final Books books;
  private final Slices slices;
  private final DropReason reason;
  private final PendingSlices pending;

  /** Whether a row that the watermark has not reached is in time for sure. */
  private final boolean timeTells;

  private final RowView view = new RowView();
  private final StreamRecord<RowData> viewed = new StreamRecord<>(view);

  /** The slice of the last row, and the watermarks that emit its first and its last window. */
  private long slice = Long.MIN_VALUE;

  private long firstFires;
  private long lastFires;

  /**
   * @param pending where rows wait that a later flush may lose; null if none can
   */
  SliceAudit(Books books, Slices slices, DropReason reason, PendingSlices pending) {
    this.books = books;
    this.slices = slices;
    this.reason = reason;
    this.pending = pending;
    this.timeTells = slices.isUtc() && slices.rowTimeColumn() >= 0 && pending == null;
  }

  @Override
  public void enter(Batch batch, int from, int to) throws Exception {
    LongColumn times = timeTells ? (LongColumn) batch.columns[slices.rowTimeColumn()] : null;
    long watermark = books.watermark();
    int inTime = 0;
    for (int place = from; place < to; place++) {
      int row = batch.selected == null ? place : batch.selected[place];
      // A window ends behind the times in it: one that the watermark has not reached is open.
      if (times != null && times.values[row] > watermark && !times.isNull(row)) {
        inTime++;
      } else {
        books.run().at(batch, row);
        view.at(batch, row);
        beforeRecord(0, viewed);
      }
    }
    books.acceptInTime(inTime);
  }

  @Override
  public void beforeRecord(int input, StreamRecord<?> record) throws Exception {
    RowData row = (RowData) record.getValue();
    Long rowTime = slices.rowTime(row);
    books.in(input, rowTime);
    long sliceEnd = slices.sliceEnd(row);
    if (sliceEnd != slice) {
      slice = sliceEnd;
      firstFires = slices.firesAt(sliceEnd);
      lastFires = slices.firesAt(slices.lastWindowEnd(sliceEnd));
    }
    long watermark = books.watermark();
    boolean whole = watermark >= lastFires;
    if (!whole) {
      books.accept();
      if (pending != null) {
        pending.add(sliceEnd, rowTime, row, slices, books);
      }
      if (watermark < firstFires) {
        return;
      }
    }
    int missed = slices.countFired(sliceEnd, watermark);
    // Where the clock is put back, a window may be emitted before one that begins earlier.
    long fired =
        watermark >= firstFires
            ? firstFires
            : slices.firesAt(slices.fired(sliceEnd, watermark).get(0));
    long late = watermark - fired + 1;
    Supplier<List<Window>> windows = () -> slices.fired(sliceEnd, watermark);
    books.lose(reason, row, rowTime, missed, windows, whole, late, true);
  }

  @Override
  public void beforeWatermark(int input, Watermark watermark) {
    if (pending != null) {
      pending.watermark(watermark.getTimestamp());
    }
  }
}
