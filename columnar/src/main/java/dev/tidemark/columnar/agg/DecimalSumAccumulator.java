package dev.tidemark.columnar.agg;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.LongColumn;
import dev.tidemark.columnar.data.ObjectColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.DecimalDataUtils;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeMerging;

/** SUM and AVG over DECIMAL of at most 18 digits: Flink adds in 38, which here are 128 bits. */
final class DecimalSumAccumulator implements Accumulator {
  /** Of a BIGINT. */
  private static final int COUNT_DIGITS = 19;

  private final AggregateSpec spec;
  private final boolean startsNull;
  private long[] low = new long[16];
  private long[] high = new long[16];
  private long[] counts = new long[16];
  private int size;

  DecimalSumAccumulator(AggregateSpec spec) {
    this.spec = spec;
    this.startsNull = spec.kind() == AggregateSpec.Kind.SUM;
  }

  @Override
  public void grow(int groups) {
    if (groups > low.length) {
      int length = Math.max(groups, low.length * 2);
      low = Arrays.copyOf(low, length);
      high = Arrays.copyOf(high, length);
      counts = Arrays.copyOf(counts, length);
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
      if (!argument.isNull(row) && !Accumulators.leavesOut(filter, row)) {
        add(groups[i], values[row]);
        counts[groups[i]]++;
      }
    }
  }

  private void add(int group, long value) {
    long sum = low[group] + value;
    int carry = Long.compareUnsigned(sum, value) < 0 ? 1 : 0;
    low[group] = sum;
    high[group] += (value >> 63) + carry;
  }

  @Override
  public void retract(Batch batch, int place, int[] groups) {
    if (Accumulators.counts(spec, batch, place)) {
      int row = batch.selected == null ? place : batch.selected[place];
      // 18 digits have a negative of their own.
      add(groups[place], -((LongColumn) batch.columns[spec.argument()]).values[row]);
      counts[groups[place]]--;
    }
  }

  @Override
  public void reset(int group) {
    low[group] = 0;
    high[group] = 0;
    counts[group] = 0;
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
      ((ObjectColumn) into[field]).values[at] = sum(group);
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
    BigInteger other =
        ((DecimalData) ((ObjectColumn) from[field]).values[row]).toBigDecimal().unscaledValue();
    long otherLow = other.longValue();
    low[group] += otherLow;
    int carry = Long.compareUnsigned(low[group], otherLow) < 0 ? 1 : 0;
    high[group] += other.shiftRight(64).longValue() + carry;
    boolean average = spec.kind() == AggregateSpec.Kind.AVG;
    counts[group] += average ? ((LongColumn) from[field + 1]).values[row] : 1;
  }

  @Override
  public void value(int group, Column into, int at) {
    boolean average = spec.kind() == AggregateSpec.Kind.AVG;
    if ((startsNull || average) && counts[group] == 0) {
      into.setNull(at);
      return;
    }
    DecimalData result = average ? average(group) : sum(group);
    if (result == null) {
      into.setNull(at);
    } else {
      ((ObjectColumn) into).values[at] = result;
    }
  }

  /** The quotient has the type that SQL gives it, and is then made one of the result's type. */
  private DecimalData average(int group) {
    DecimalType sum = (DecimalType) spec.accumulators()[0];
    DecimalData count = DecimalDataUtils.castFrom(counts[group], COUNT_DIGITS, 0);
    DecimalType quotient =
        LogicalTypeMerging.findDivisionDecimalType(
            sum.getPrecision(), sum.getScale(), COUNT_DIGITS, 0);
    DecimalData exact =
        DecimalDataUtils.divide(sum(group), count, quotient.getPrecision(), quotient.getScale());
    DecimalType type = (DecimalType) spec.result();
    return exact == null
        ? null
        : DecimalDataUtils.castToDecimal(exact, type.getPrecision(), type.getScale());
  }

  private DecimalData sum(int group) {
    DecimalType type = (DecimalType) spec.accumulators()[0];
    BigInteger unscaled =
        BigInteger.valueOf(high[group])
            .shiftLeft(64)
            .add(new BigInteger(Long.toUnsignedString(low[group])));
    return DecimalData.fromBigDecimal(
        new BigDecimal(unscaled, type.getScale()), type.getPrecision(), type.getScale());
  }

  @Override
  public void clear() {
    Arrays.fill(low, 0, size, 0);
    Arrays.fill(high, 0, size, 0);
    Arrays.fill(counts, 0, size, 0);
    size = 0;
  }

  @Override
  public long memory() {
    return low.length * 24L;
  }
}
