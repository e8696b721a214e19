package dev.tidemark.columnar.agg;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.LongColumn;
import java.util.Arrays;

/**
 * SUM and AVG over whole numbers. Flink adds in the type of the result, which wraps; so does the
 * low part of a longer one.
 */
final class LongSumAccumulator implements Accumulator {
  private final AggregateSpec spec;
  private final boolean startsNull;

  /** Bits that the type of the result does not have. */
  private final int unused;

  /** Of each group the sum, and beside it, since both are read together, how many values are in. */
  private long[] kept = new long[32];

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
    if (2 * groups > kept.length) {
      kept = Arrays.copyOf(kept, Math.max(2 * groups, Math.multiplyExact(kept.length, 2)));
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
        kept[2 * group] += values[i];
        kept[2 * group + 1]++;
      }
      return;
    }
    for (int i = from; i < to; i++) {
      int row = batch.selected == null ? i : batch.selected[i];
      if (!argument.isNull(row) && !Accumulators.leavesOut(filter, row)) {
        kept[2 * groups[i]] += values[row];
        kept[2 * groups[i] + 1]++;
      }
    }
  }

  @Override
  public void addRun(Batch batch, int from, int to, int[] groups) {
    LongColumn argument = (LongColumn) batch.columns[spec.argument()];
    if (spec.filter() >= 0 || argument.hasNulls || batch.selected != null) {
      add(batch, from, to, groups);
      return;
    }
    long[] values = argument.values;
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += values[i];
    }
    kept[2 * groups[from]] += sum;
    kept[2 * groups[from] + 1] += to - from;
  }

  @Override
  public void addEach(Batch batch, int from, int to, int[] groups, Column into) {
    LongColumn argument = (LongColumn) batch.columns[spec.argument()];
    if (argument.hasNulls || spec.filter() >= 0 || spec.kind() == AggregateSpec.Kind.AVG) {
      Accumulator.super.addEach(batch, from, to, groups, into);
      return;
    }
    long[] results = ((LongColumn) into).values;
    for (int i = from; i < to; i++) {
      int group = groups[i];
      long sum = kept[2 * group];
      results[2 * i] = sum << unused >> unused;
      if (kept[2 * group + 1]++ == 0 && startsNull) {
        into.setNull(2 * i);
      }
      sum += argument.values[batch.selected == null ? i : batch.selected[i]];
      results[2 * i + 1] = sum << unused >> unused;
      kept[2 * group] = sum;
    }
  }

  @Override
  public int fields() {
    return spec.accumulators().length;
  }

  @Override
  public void write(int group, Column[] into, int field, int at) {
    if (startsNull && kept[2 * group + 1] == 0) {
      into[field].setNull(at);
    } else {
      ((LongColumn) into[field]).values[at] = kept[2 * group];
    }
    if (spec.kind() == AggregateSpec.Kind.AVG) {
      ((LongColumn) into[field + 1]).values[at] = kept[2 * group + 1];
    }
  }

  @Override
  public void merge(int group, Column[] from, int field, int row) {
    if (from[field].isNull(row)) {
      return;
    }
    boolean average = spec.kind() == AggregateSpec.Kind.AVG;
    kept[2 * group] += ((LongColumn) from[field]).values[row];
    kept[2 * group + 1] += average ? ((LongColumn) from[field + 1]).values[row] : 1;
  }

  @Override
  public void retract(Batch batch, int place, int[] groups) {
    if (Accumulators.counts(spec, batch, place)) {
      int row = batch.selected == null ? place : batch.selected[place];
      kept[2 * groups[place]] -= ((LongColumn) batch.columns[spec.argument()]).values[row];
      kept[2 * groups[place] + 1]--;
    }
  }

  @Override
  public void reset(int group) {
    kept[2 * group] = 0;
    kept[2 * group + 1] = 0;
  }

  @Override
  public void value(int group, Column into, int at) {
    boolean average = spec.kind() == AggregateSpec.Kind.AVG;
    if ((startsNull || average) && kept[2 * group + 1] == 0) {
      into.setNull(at);
      return;
    }
    long value = average ? kept[2 * group] / kept[2 * group + 1] : kept[2 * group];
    ((LongColumn) into).values[at] = value << unused >> unused;
  }

  @Override
  public void clear() {
    Arrays.fill(kept, 0, 2 * size, 0);
    size = 0;
  }

  @Override
  public long memory() {
    return kept.length * 8L;
  }
}
