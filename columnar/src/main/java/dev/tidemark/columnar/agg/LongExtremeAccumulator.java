package dev.tidemark.columnar.agg;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.LongColumn;
import java.util.Arrays;

/** MIN and MAX over what is kept as a whole number: the first of equal values stays. */
final class LongExtremeAccumulator implements Accumulator {
  private final AggregateSpec spec;
  private final boolean greatest;
  private long[] extremes = new long[16];
  private boolean[] present = new boolean[16];
  private int size;

  LongExtremeAccumulator(AggregateSpec spec) {
    this.spec = spec;
    this.greatest = spec.kind() == AggregateSpec.Kind.MAX;
  }

  @Override
  public void grow(int groups) {
    if (groups > extremes.length) {
      int length = Math.max(groups, extremes.length * 2);
      extremes = Arrays.copyOf(extremes, length);
      present = Arrays.copyOf(present, length);
    }
    size = groups;
  }

  @Override
  public void add(Batch batch, int from, int to, int[] groups) {
    LongColumn argument = (LongColumn) batch.columns[spec.argument()];
    Column filter = Accumulators.filter(spec, batch);
    long[] values = argument.values;
    for (int i = from; i < to; i++) {
      int row = batch.selected == null ? i : batch.selected[i];
      if (argument.isNull(row) || Accumulators.leavesOut(filter, row)) {
        continue;
      }
      take(groups[i], values[row]);
    }
  }

  @Override
  public void write(int group, Column[] into, int field, int at) {
    value(group, into[field], at);
  }

  @Override
  public void merge(int group, Column[] from, int field, int row) {
    if (!from[field].isNull(row)) {
      take(group, ((LongColumn) from[field]).values[row]);
    }
  }

  private void take(int group, long value) {
    boolean beats = greatest ? value > extremes[group] : value < extremes[group];
    if (beats || !present[group]) {
      extremes[group] = value;
      present[group] = true;
    }
  }

  @Override
  public void reset(int group) {
    present[group] = false;
  }

  @Override
  public void value(int group, Column into, int at) {
    if (present[group]) {
      ((LongColumn) into).values[at] = extremes[group];
    } else {
      into.setNull(at);
    }
  }

  @Override
  public void clear() {
    Arrays.fill(present, 0, size, false);
    size = 0;
  }

  @Override
  public long memory() {
    return extremes.length * 9L;
  }
}
