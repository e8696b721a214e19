package dev.tidemark.columnar.csv;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Columns;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.flink.table.types.logical.LogicalType;

/** Batches that are used again. */
final class Batches {
  final LogicalType[] types;
  final int capacity;
  private final Deque<Batch> free = new ArrayDeque<>();

  Batches(LogicalType[] types, int capacity) {
    this.types = types;
    this.capacity = capacity;
  }

  /** An empty batch. */
  Batch take() {
    Batch batch = free.poll();
    if (batch == null) {
      return Columns.batch(types, capacity);
    }
    batch.clear();
    return batch;
  }

  void giveBack(Batch batch) {
    free.push(batch);
  }
}
