package dev.tidemark.columnar.agg;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.DoubleColumn;
import dev.tidemark.columnar.data.LongColumn;
import java.util.Arrays;

/** SUM and AVG over DOUBLE, added in order of arrival. */
final class DoubleSumAccumulator implements Accumulator {
  private final AggregateSpec spec;
  private final boolean startsNull;
  private double[] sums = new double[16];
  private long[] counts = new long[16];

  /**
   * Whether a sum has had a value: when all have been taken back, Flink keeps what rounding left.
   */
  private boolean[] begun = new boolean[16];

  private int size;

  DoubleSumAccumulator(AggregateSpec spec) {
    this.spec = spec;
    this.startsNull = spec.kind() == AggregateSpec.Kind.SUM;
  }

  @Override
  public void grow(int groups) {
    if (groups > sums.length) {
      int length = Math.max(groups, sums.length * 2);
      sums = Arrays.copyOf(sums, length);
      counts = Arrays.copyOf(counts, length);
      begun = Arrays.copyOf(begun, length);
    }
    size = groups;
  }

  @Override
  public void add(Batch batch, int from, int to, int[] groups) {
    DoubleColumn argument = (DoubleColumn) batch.columns[spec.argument()];
    Column filter = Accumulators.filter(spec, batch);
    double[] values = argument.values;
    for (int i = from; i < to; i++) {
      int row = batch.selected == null ? i : batch.selected[i];
      if (!argument.isNull(row) && !Accumulators.leavesOut(filter, row)) {
        take(groups[i], values[row]);
        counts[groups[i]]++;
      }
    }
  }

  private void take(int group, double value) {
    // A sum that begins with NULL takes the first value as it is: -0.0 stays what it is.
    sums[group] = startsNull && !begun[group] ? value : sums[group] + value;
    begun[group] = true;
  }

  @Override
  public int fields() {
    return spec.accumulators().length;
  }

  @Override
  public void write(int group, Column[] into, int field, int at) {
    if (startsNull && counts[group] == 0) {
      into[field].setNull(at);
    } else {
      ((DoubleColumn) into[field]).values[at] = sums[group];
    }
    if (spec.kind() == AggregateSpec.Kind.AVG) {
      ((LongColumn) into[field + 1]).values[at] = counts[group];
    }
  }

  @Override
  public void merge(int group, Column[] from, int field, int row) {
    if (from[field].isNull(row)) {
      return;
    }
    take(group, ((DoubleColumn) from[field]).values[row]);
    boolean average = spec.kind() == AggregateSpec.Kind.AVG;
    counts[group] += average ? ((LongColumn) from[field + 1]).values[row] : 1;
  }

  @Override
  public void retract(Batch batch, int place, int[] groups) {
    if (Accumulators.counts(spec, batch, place)) {
      int row = batch.selected == null ? place : batch.selected[place];
      sums[groups[place]] -= ((DoubleColumn) batch.columns[spec.argument()]).values[row];
      counts[groups[place]]--;
    }
  }

  @Override
  public void reset(int group) {
    sums[group] = 0;
    counts[group] = 0;
    begun[group] = false;
  }

  @Override
  public void value(int group, Column into, int at) {
    boolean average = spec.kind() == AggregateSpec.Kind.AVG;
    if ((startsNull || average) && counts[group] == 0) {
      into.setNull(at);
    } else {
      ((DoubleColumn) into).values[at] = average ? sums[group] / counts[group] : sums[group];
    }
  }

  @Override
  public void clear() {
    Arrays.fill(sums, 0, size, 0);
    Arrays.fill(counts, 0, size, 0);
    Arrays.fill(begun, 0, size, false);
    size = 0;
  }

  @Override
  public long memory() {
    return sums.length * 17L;
  }
}
