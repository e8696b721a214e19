package dev.tidemark.columnar.agg;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.LongColumn;
import java.util.Arrays;

/** COUNT of rows or of values that are not NULL (CountAggFunction, Count1AggFunction). */
final class CountAccumulator implements Accumulator {
  private final AggregateSpec spec;
  private long[] counts = new long[16];
  private int size;

  CountAccumulator(AggregateSpec spec) {
    this.spec = spec;
  }

  @Override
  public void grow(int groups) {
    if (groups > counts.length) {
      counts = Arrays.copyOf(counts, Math.max(groups, counts.length * 2));
    }
    size = groups;
  }

  @Override
  public void add(Batch batch, int from, int to, int[] groups) {
    Column argument = spec.argument() < 0 ? null : batch.columns[spec.argument()];
    Column filter = Accumulators.filter(spec, batch);
    if (filter == null && (argument == null || !argument.hasNulls)) {
      for (int i = from; i < to; i++) {
        counts[groups[i]]++;
      }
      return;
    }
    for (int i = from; i < to; i++) {
      int row = batch.selected == null ? i : batch.selected[i];
      boolean isNull = argument != null && argument.isNull(row);
      if (!isNull && !Accumulators.leavesOut(filter, row)) {
        counts[groups[i]]++;
      }
    }
  }

  @Override
  public void addRun(Batch batch, int from, int to, int[] groups) {
    Column argument = spec.argument() < 0 ? null : batch.columns[spec.argument()];
    if (spec.filter() < 0 && (argument == null || !argument.hasNulls)) {
      counts[groups[from]] += to - from;
    } else {
      add(batch, from, to, groups);
    }
  }

  @Override
  public void addEach(Batch batch, int from, int to, int[] groups, Column into) {
    Column argument = spec.argument() < 0 ? null : batch.columns[spec.argument()];
    Column filter = Accumulators.filter(spec, batch);
    boolean all = filter == null && (argument == null || !argument.hasNulls);
    long[] results = ((LongColumn) into).values;
    for (int i = from; i < to; i++) {
      long count = counts[groups[i]];
      results[2 * i] = count;
      if (all || Accumulators.counts(spec, batch, i)) {
        count++;
      }
      results[2 * i + 1] = count;
      counts[groups[i]] = count;
    }
  }

  @Override
  public void write(int group, Column[] into, int field, int at) {
    ((LongColumn) into[field]).values[at] = counts[group];
  }

  @Override
  public void merge(int group, Column[] from, int field, int row) {
    counts[group] += ((LongColumn) from[field]).values[row];
  }

  @Override
  public void retract(Batch batch, int place, int[] groups) {
    if (Accumulators.counts(spec, batch, place)) {
      counts[groups[place]]--;
    }
  }

  @Override
  public void reset(int group) {
    counts[group] = 0;
  }

  @Override
  public void value(int group, Column into, int at) {
    ((LongColumn) into).values[at] = counts[group];
  }

  @Override
  public void clear() {
    Arrays.fill(counts, 0, size, 0);
    size = 0;
  }

  @Override
  public long memory() {
    return counts.length * 8L;
  }
}
