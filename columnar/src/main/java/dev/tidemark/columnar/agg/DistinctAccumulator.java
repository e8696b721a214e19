package dev.tidemark.columnar.agg;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.data.ObjectColumn;
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

  /** Of each value the one before it in its group, and of each group the last one; plus 1. */
  private int[] before = new int[16];

  private int[] last = new int[16];
  private long[] hashes = new long[16];

  DistinctAccumulator(AggregateSpec spec, Accumulator inner) {
    this.spec = spec;
    this.inner = inner;
    this.column = new int[] {spec.argument()};
    this.values = new GroupTable(new KeyColumns(column, new LogicalType[] {spec.argumentType()}));
  }

  @Override
  public void grow(int groups) {
    if (groups > last.length) {
      last = Arrays.copyOf(last, Math.max(groups, last.length * 2));
    }
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
    return value(batch, row, hashes[place], groups[place]);
  }

  private int value(Batch batch, int row, long hash, int group) {
    int known = values.size();
    int value = values.group(batch, row, hash, group + 1L);
    if (value == known) {
      if (value == counts.length) {
        counts = Arrays.copyOf(counts, value * 2);
        before = Arrays.copyOf(before, value * 2);
      }
      counts[value] = 0;
      before[value] = last[group];
      last[group] = value + 1;
    }
    return value;
  }

  @Override
  public void reset(int group) {
    for (int value = last[group]; value > 0; value = before[value - 1]) {
      counts[value - 1] = 0;
    }
    inner.reset(group);
  }

  @Override
  public int fields() {
    return inner.fields();
  }

  @Override
  public boolean keepsValues() {
    return true;
  }

  /** The values of a group, in a column where that of the argument is. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Values(Batch batch, int[] groups, long[] hashes) {}

  @Override
  public void writeValues(int group, ObjectColumn into, int at) {
    int count = 0;
    for (int value = last[group]; value > 0; value = before[value - 1]) {
      count += counts[value - 1] > 0 ? 1 : 0;
    }
    Column[] columns = new Column[column[0] + 1];
    columns[column[0]] = Columns.of(spec.argumentType(), count);
    int place = 0;
    for (int value = last[group]; value > 0; value = before[value - 1]) {
      if (counts[value - 1] > 0) {
        values.keys().write(value - 1, 0, columns[column[0]], place++);
      }
    }
    Batch batch = new Batch(columns);
    batch.fill(count);
    long[] valueHashes = new long[count];
    KeyColumns.hash(batch, column, 0, count, valueHashes);
    into.values[at] = new Values(batch, new int[count], valueHashes);
  }

  /** As the merge that DistinctAggCodeGen generates: a value that is new here goes in. */
  @Override
  public void mergeValues(int group, ObjectColumn from, int row) {
    Values other = (Values) from.values[row];
    Arrays.fill(other.groups, group);
    for (int i = 0; i < other.groups.length; i++) {
      int value = value(other.batch, i, other.hashes[i], group);
      if (counts[value]++ == 0) {
        inner.add(other.batch, i, i + 1, other.groups);
      }
    }
  }

  @Override
  public void write(int group, Column[] into, int field, int at) {
    inner.write(group, into, field, at);
  }

  @Override
  public void merge(int group, Column[] from, int field, int row) {
    // what it computes follows from the values
  }

  @Override
  public void value(int group, Column into, int at) {
    inner.value(group, into, at);
  }

  @Override
  public void clear() {
    inner.clear();
    values.clear();
    Arrays.fill(last, 0);
  }

  @Override
  public long memory() {
    return inner.memory() + values.memory() + counts.length * 12L + last.length * 4L;
  }
}
