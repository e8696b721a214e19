package dev.tidemark.columnar.agg;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.DoubleColumn;
import java.util.Arrays;
import org.apache.flink.table.data.GenericRowData;

/** SUM and AVG over DOUBLE, added in order of arrival. */
final class DoubleSumAccumulator implements Accumulator {
  private final AggregateSpec spec;
  private final boolean startsNull;
  private double[] sums = new double[16];
  private long[] counts = new long[16];
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
        int group = groups[i];
        // A sum that begins with NULL takes the first value as it is: -0.0 stays what it is.
        sums[group] = startsNull && counts[group] == 0 ? values[row] : sums[group] + values[row];
        counts[group]++;
      }
    }
  }

  @Override
  public void write(int group, GenericRowData row, int field) {
    row.setField(field, startsNull && counts[group] == 0 ? null : (Object) sums[group]);
    if (spec.kind() == AggregateSpec.Kind.AVG) {
      row.setField(field + 1, counts[group]);
    }
  }

  @Override
  public Object value(int group) {
    boolean average = spec.kind() == AggregateSpec.Kind.AVG;
    if ((startsNull || average) && counts[group] == 0) {
      return null;
    }
    return average ? sums[group] / counts[group] : sums[group];
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
