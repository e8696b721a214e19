package dev.tidemark.columnar.agg;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.state.GroupTable;
import dev.tidemark.columnar.state.KeyColumns;
import java.util.Arrays;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * An aggregate with DISTINCT: a value goes in when it first comes to its group, and is taken back
 * with its last row, as Flink's DistinctAggCodeGen counts values in a map.
 */
final class DistinctAccumulator implements Accumulator {
  private final AggregateSpec spec;
  private final Accumulator inner;
  private final int[] column;

  /** Pairs of a value and a group, the group as the slice. */
  private final GroupTable values;

  private long[] counts = new long[16];
  private long[] hashes = new long[16];

  DistinctAccumulator(AggregateSpec spec, Accumulator inner) {
    this.spec = spec;
    this.inner = inner;
    this.column = new int[] {spec.argument()};
    this.values = new GroupTable(new KeyColumns(column, new LogicalType[] {spec.argumentType()}));
  }

  @Override
  public void grow(int groups) {
    inner.grow(groups);
  }

  @Override
  public void add(Batch batch, int from, int to, int[] groups) {
    for (int i = from; i < to; i++) {
      if (Accumulators.counts(spec, batch, i)) {
        int value = value(batch, i, groups);
        if (counts[value]++ == 0) {
          inner.add(batch, i, i + 1, groups);
        }
      }
    }
  }

  @Override
  public void retract(Batch batch, int place, int[] groups) {
    if (Accumulators.counts(spec, batch, place)) {
      int value = value(batch, place, groups);
      if (--counts[value] == 0) {
        inner.retract(batch, place, groups);
      }
    }
  }

  private int value(Batch batch, int place, int[] groups) {
    if (place >= hashes.length) {
      hashes = new long[groups.length];
    }
    int row = batch.selected == null ? place : batch.selected[place];
    KeyColumns.hash(batch, column, place, place + 1, hashes);
    int value = values.group(batch, row, hashes[place], groups[place] + 1L);
    if (value == counts.length) {
      counts = Arrays.copyOf(counts, value * 2);
    }
    return value;
  }

  /** When the last row of a group has been taken back, so have all values. */
  @Override
  public void reset(int group) {
    inner.reset(group);
  }

  @Override
  public void write(int group, Column[] into, int field, int at) {
    throw new UnsupportedOperationException("distinct values are not handed on");
  }

  @Override
  public void merge(int group, Column[] from, int field, int row) {
    throw new UnsupportedOperationException("distinct values are not handed on");
  }

  @Override
  public void value(int group, Column into, int at) {
    inner.value(group, into, at);
  }

  @Override
  public void clear() {
    inner.clear();
    values.clear();
    Arrays.fill(counts, 0);
  }

  @Override
  public long memory() {
    return inner.memory() + values.memory() + counts.length * 8L;
  }
}
