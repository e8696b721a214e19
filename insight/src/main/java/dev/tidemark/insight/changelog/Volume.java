package dev.tidemark.insight.changelog;

import dev.tidemark.columnar.data.Batch;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;

/** How many rows of each kind went past a point. Grows during the run. */
public final class Volume {
  private final long[] rows = new long[RowKind.values().length];

  void add(StreamRecord<?> record) {
    // What is no row of SQL carries no kind: it adds something.
    add(record.getValue() instanceof RowData row ? row.getRowKind() : RowKind.INSERT);
  }

  void add(RowKind kind) {
    rows[kind.toByteValue()]++;
  }

  void add(Batch batch, int from, int to) {
    if (batch.kinds == null) {
      rows[RowKind.INSERT.toByteValue()] += to - from;
      return;
    }
    for (int place = from; place < to; place++) {
      rows[batch.kinds[batch.selected == null ? place : batch.selected[place]]]++;
    }
  }

  void add(Volume other) {
    for (int i = 0; i < rows.length; i++) {
      rows[i] += other.rows[i];
    }
  }

  /** Rows of one kind. */
  public long of(RowKind kind) {
    return rows[kind.toByteValue()];
  }

  /** Rows of all kinds. */
  public long total() {
    long sum = 0;
    for (long each : rows) {
      sum += each;
    }
    return sum;
  }

  /** Whether nothing but insertions went past, if anything did. */
  public boolean insertOnly() {
    return of(RowKind.INSERT) == total();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (RowKind kind : RowKind.values()) {
      text.append(text.isEmpty() ? "" : " ")
          .append(kind.shortString())
          .append(' ')
          .append(of(kind));
    }
    return text.toString();
  }
}
