package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Books;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.insight.ledger.Window;
import dev.tidemark.insight.run.SourceRow;
import dev.tidemark.runtime.observe.NodeObserver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * Rows that the first phase of a window aggregation holds, by key and slice, and what becomes of
 * them: if their windows have been emitted when the second phase gets the slice, they are lost
 * though they were in time (FLINK-38075). Only followed in zones in which that can happen.
 */
final class PendingSlices {
  private final KeySelector<RowData, RowData> keys;
  private final Map<Slice, List<Held>> held = new HashMap<>();
  private Books books;

  private record Slice(RowData key, long end) {}

  private record Held(SourceRow row, Map<String, String> values, Long rowTime, long watermark) {}

  PendingSlices(KeySelector<RowData, RowData> keys) {
    this.keys = keys;
  }

  void add(long sliceEnd, Long rowTime, RowData row, Books account) throws Exception {
    books = account;
    SourceRow from = account.run().isRow() ? account.run().row() : null;
    held.computeIfAbsent(new Slice(copy(keys.getKey(row)), sliceEnd), k -> new ArrayList<>())
        .add(new Held(from, account.valuesNow(row), rowTime, account.watermark()));
  }

  private static RowData copy(RowData key) {
    return key instanceof BinaryRowData binary ? binary.copy() : key;
  }

  /** What sees the slices that arrive at the second phase. */
  NodeObserver secondPhase(
      Slices slices, KeySelector<Object, RowData> sliceKeys, Position position) {
    return new NodeObserver() {
      @Override
      public void beforeRecord(int input, StreamRecord<?> record) throws Exception {
        RowData slice = (RowData) record.getValue();
        long end = slices.sliceEnd(slice);
        List<Held> rows = held.remove(new Slice(sliceKeys.getKey(slice), end));
        if (rows != null && slices.isFired(end, position.watermark())) {
          rows.forEach(row -> lost(row, slices, end, position.watermark()));
        }
      }
    };
  }

  /** Where event time stands at the second phase. */
  @FunctionalInterface
  interface Position {
    long watermark();
  }

  private void lost(Held row, Slices slices, long sliceEnd, long watermark) {
    List<Window> missed = new ArrayList<>();
    for (Window window : slices.fired(sliceEnd, watermark)) {
      if (!slices.isFired(window.end(), row.watermark)) {
        missed.add(window);
      }
    }
    if (missed.isEmpty()) {
      return;
    }
    boolean whole = slices.isLastWindowFired(sliceEnd, watermark);
    if (whole) {
      books.takeBack();
    }
    books.loseEarlier(DropReason.FLUSH_BOUNDARY, row.row, row.values, row.rowTime, missed, whole);
  }
}
