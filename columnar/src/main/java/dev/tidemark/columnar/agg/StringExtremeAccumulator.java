package dev.tidemark.columnar.agg;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.BytesColumn;
import dev.tidemark.columnar.data.Column;
import java.util.Arrays;

/**
 * MIN and MAX over strings, compared byte by byte as Flink's binary strings: the first of equal
 * values stays.
 */
final class StringExtremeAccumulator implements Accumulator {
  private static final int OBJECT_BYTES = 24;

  private final AggregateSpec spec;
  private final boolean greatest;

  /** Null where no value has come. */
  private byte[][] extremes = new byte[16][];

  private long bytes;
  private int size;

  StringExtremeAccumulator(AggregateSpec spec) {
    this.spec = spec;
    this.greatest = spec.kind() == AggregateSpec.Kind.MAX;
  }

  @Override
  public void grow(int groups) {
    if (groups > extremes.length) {
      extremes = Arrays.copyOf(extremes, Math.max(groups, extremes.length * 2));
    }
    size = groups;
  }

  @Override
  public void add(Batch batch, int from, int to, int[] groups) {
    BytesColumn argument = (BytesColumn) batch.columns[spec.argument()];
    for (int i = from; i < to; i++) {
      if (Accumulators.counts(spec, batch, i)) {
        take(groups[i], argument, batch.selected == null ? i : batch.selected[i]);
      }
    }
  }

  @Override
  public void write(int group, Column[] into, int field, int at) {
    value(group, into[field], at);
  }

  @Override
  public void merge(int group, Column[] from, int field, int row) {
    if (!from[field].isNull(row)) {
      take(group, (BytesColumn) from[field], row);
    }
  }

  private void take(int group, BytesColumn from, int row) {
    byte[] known = extremes[group];
    int start = from.starts[row];
    int end = start + from.lengths[row];
    if (known != null) {
      int order = Arrays.compareUnsigned(from.bytes, start, end, known, 0, known.length);
      if (greatest ? order <= 0 : order >= 0) {
        return;
      }
    }
    set(group, Arrays.copyOfRange(from.bytes, start, end));
  }

  private void set(int group, byte[] value) {
    bytes -= held(extremes[group]);
    bytes += held(value);
    extremes[group] = value;
  }

  private static int held(byte[] value) {
    return value == null ? 0 : OBJECT_BYTES + value.length;
  }

  @Override
  public void reset(int group) {
    set(group, null);
  }

  @Override
  public void value(int group, Column into, int at) {
    if (extremes[group] == null) {
      into.setNull(at);
    } else {
      ((BytesColumn) into).append(at, extremes[group]);
    }
  }

  @Override
  public void clear() {
    Arrays.fill(extremes, 0, size, null);
    bytes = 0;
    size = 0;
  }

  @Override
  public long memory() {
    return extremes.length * 8L + bytes;
  }
}
