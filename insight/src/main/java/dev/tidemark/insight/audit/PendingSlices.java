package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Books;
import dev.tidemark.runtime.observe.NodeObserver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * Follows rows that were in time until their windows have been emitted, in zones in which some do
 * not get there (FLINK-38075): through the first phase, which holds them until it hands over a
 * slice, if there is one, and through the operator that emits the windows.
 */
final class PendingSlices {
  private final KeySelector<RowData, RowData> keys;

  /** Rows that wait for the next flush, or in the first phase. */
  private final Map<Slice, List<HeldRows>> waiting = new HashMap<>();

  private HeldRows.Room room;
  private final boolean twoPhases;
  private FlushMirror mirror;
  private long flushes;

  /** The slice of the last row, the ends of its windows, and the watermark that emits the first. */
  private long lastSlice = Long.MIN_VALUE;

  private List<Long> ends;
  private long firstFires;

  private record Slice(RowData key, long end) {}

  private PendingSlices(KeySelector<RowData, RowData> keys, boolean twoPhases) {
    this.keys = keys;
    this.twoPhases = twoPhases;
  }

  /**
   * For a first phase; {@link #secondPhase} follows.
   *
   * @param keys how it finds the key of a row
   */
  static PendingSlices firstPhase(KeySelector<RowData, RowData> keys) {
    return new PendingSlices(keys, true);
  }

  /**
   * For an operator that gets rows and emits windows.
   *
   * @param keys how it finds the key of a row
   */
  static PendingSlices onlyPhase(KeySelector<RowData, RowData> keys, Slices slices) {
    PendingSlices pending = new PendingSlices(keys, false);
    pending.mirror = new FlushMirror(slices);
    return pending;
  }

  /** A row has been accepted. */
  void add(long sliceEnd, Long rowTime, RowData row, Slices slices, Books books) throws Exception {
    if (mirror == null) {
      // No second phase that is known: what it loses cannot be told.
      return;
    }
    RowData key = copy(keys.getKey(row));
    int source = books.run().isRow() ? books.run().source() : -1;
    boolean retraction = source >= 0 && books.isRetraction(row);
    if (sliceEnd != lastSlice) {
      lastSlice = sliceEnd;
      ends = slices.windowEnds(sliceEnd);
      firstFires = slices.firesAt(sliceEnd);
    }
    long watermark = books.watermark();
    List<Long> open =
        watermark < firstFires
            ? ends
            : ends.stream().filter(end -> !slices.isFired(end, watermark)).toList();
    if (flushes != mirror.flushes()) {
      flushes = mirror.flushes();
      forgetFlushed();
    }
    List<HeldRows> there =
        waiting.computeIfAbsent(new Slice(key, sliceEnd), k -> new ArrayList<>(1));
    for (HeldRows rows : there) {
      if (rows.takes(source, retraction, open.size())) {
        rows.add(row, rowTime);
        return;
      }
    }
    if (room == null) {
      room = new HeldRows.Room(books.held(), HeldRows.Room.VALUES);
    }
    HeldRows rows =
        new HeldRows(books, room, source, retraction, open.size(), open.size() < ends.size());
    rows.add(row, rowTime);
    there.add(rows);
    mirror.expect(rows, open);
    if (!twoPhases) {
      mirror.arrive(key, sliceEnd, List.of(rows));
    }
  }

  /** What comes after a flush is not where the rows before it are. */
  private void forgetFlushed() {
    if (!twoPhases) {
      waiting.clear();
    }
  }

  /** The operator that gets the rows gets a watermark. */
  void watermark(long timestamp) {
    if (!twoPhases) {
      mirror.advance(timestamp);
    }
  }

  private static RowData copy(RowData key) {
    return key instanceof BinaryRowData binary ? binary.copy() : key;
  }

  /** What sees the slices of the first phase at the operator that emits the windows. */
  NodeObserver secondPhase(Slices slices, KeySelector<Object, RowData> sliceKeys) {
    mirror = new FlushMirror(slices);
    return new NodeObserver() {
      @Override
      public void beforeRecord(int input, StreamRecord<?> record) throws Exception {
        RowData slice = (RowData) record.getValue();
        RowData key = copy(sliceKeys.getKey(slice));
        long end = slices.sliceEnd(slice);
        List<HeldRows> rows = waiting.remove(new Slice(key, end));
        mirror.arrive(key, end, rows == null ? List.of() : rows);
      }

      @Override
      public void beforeWatermark(int input, Watermark watermark) {
        mirror.advance(watermark.getTimestamp());
      }
    };
  }
}
