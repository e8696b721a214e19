package dev.tidemark.columnar.agg;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.data.LongColumn;
import java.util.Arrays;
import org.apache.flink.table.data.GenericRowData;

/**
 * SUM and AVG over whole numbers. Flink adds in the type of the result, which wraps; so does the
 * low part of a longer one.
 */
final class LongSumAccumulator implements Accumulator {
  private final AggregateSpec spec;
  private final boolean startsNull;

  /** Bits that the type of the result does not have. */
  private final int unused;

  private long[] sums = new long[16];
  private long[] counts = new long[16];
  private int size;

  LongSumAccumulator(AggregateSpec spec) {
    this.spec = spec;
    this.startsNull = spec.kind() == AggregateSpec.Kind.SUM;
    this.unused =
        switch (spec.result().getTypeRoot()) {
          case TINYINT -> 56;
          case SMALLINT -> 48;
          case INTEGER -> 32;
          default -> 0;
        };
  }

  @Override
  public void grow(int groups) {
    if (groups > sums.length) {
      int length = Math.max(groups, sums.length * 2);
      sums = Arrays.copyOf(sums, length);
      counts = Arrays.copyOf(counts, length);
    }
    size = groups;
  }

  @Override
  public void add(Batch batch, int from, int to, int[] groups) {
    LongColumn argument = (LongColumn) batch.columns[spec.argument()];
    Column filter = Accumulators.filter(spec, batch);
    long[] values = argument.values;
    if (filter == null && !argument.hasNulls && batch.selected == null) {
      for (int i = from; i < to; i++) {
        int group = groups[i];
        sums[group] += values[i];
        counts[group]++;
      }
      return;
    }
    for (int i = from; i < to; i++) {
      int row = batch.selected == null ? i : batch.selected[i];
      if (!argument.isNull(row) && !Accumulators.leavesOut(filter, row)) {
        sums[groups[i]] += values[row];
        counts[groups[i]]++;
      }
    }
  }

  @Override
  public void write(int group, GenericRowData row, int field) {
    boolean isNull = startsNull && counts[group] == 0;
    row.setField(field, isNull ? null : Columns.value(spec.accumulators()[0], sums[group], 0));
    if (spec.kind() == AggregateSpec.Kind.AVG) {
      row.setField(field + 1, counts[group]);
    }
  }

  @Override
  public void retract(Batch batch, int place, int[] groups) {
    if (Accumulators.counts(spec, batch, place)) {
      int row = batch.selected == null ? place : batch.selected[place];
      sums[groups[place]] -= ((LongColumn) batch.columns[spec.argument()]).values[row];
      counts[groups[place]]--;
    }
  }

  @Override
  public void reset(int group) {
    sums[group] = 0;
    counts[group] = 0;
  }

  @Override
  public void value(int group, Column into, int at) {
    boolean average = spec.kind() == AggregateSpec.Kind.AVG;
    if ((startsNull || average) && counts[group] == 0) {
      into.setNull(at);
      return;
    }
    long value = average ? sums[group] / counts[group] : sums[group];
    ((LongColumn) into).values[at] = value << unused >> unused;
  }

  @Override
  public void clear() {
    Arrays.fill(sums, 0, size, 0);
    Arrays.fill(counts, 0, size, 0);
    size = 0;
  }

  @Override
  public long memory() {
    return sums.length * 16L;
  }
}
