package dev.tidemark.columnar.agg;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.LongColumn;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** Chooses the accumulator for a call. */
public final class Accumulators {
  private static final int MILLISECONDS = 3;

  private Accumulators() {}

  /** Whether a call over an argument of a type is understood. */
  public static boolean supports(AggregateSpec.Kind kind, LogicalType argument) {
    return switch (kind) {
      case COUNT -> true;
      case SUM, SUM0, AVG ->
          switch (argument.getTypeRoot()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT, DOUBLE, DECIMAL -> true;
            default -> false;
          };
      case MIN, MAX ->
          switch (argument.getTypeRoot()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT, DOUBLE, FLOAT, DECIMAL, DATE, CHAR, VARCHAR ->
                true;
            case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                LogicalTypeChecks.getPrecision(argument) <= MILLISECONDS;
            default -> false;
          };
    };
  }

  /** Accumulators for some calls. */
  public static Accumulator[] of(AggregateSpec[] specs) {
    Accumulator[] accumulators = new Accumulator[specs.length];
    for (int i = 0; i < specs.length; i++) {
      accumulators[i] = of(specs[i]);
    }
    return accumulators;
  }

  public static Accumulator of(AggregateSpec spec) {
    return spec.distinct()
        ? new DistinctAccumulator(spec, plain(spec.withoutFilter()))
        : plain(spec);
  }

  private static Accumulator plain(AggregateSpec spec) {
    if (spec.kind() == AggregateSpec.Kind.COUNT) {
      return new CountAccumulator(spec);
    }
    boolean extreme =
        spec.kind() == AggregateSpec.Kind.MIN || spec.kind() == AggregateSpec.Kind.MAX;
    return switch (spec.argumentType().getTypeRoot()) {
      case DOUBLE, FLOAT ->
          extreme ? new DoubleExtremeAccumulator(spec) : new DoubleSumAccumulator(spec);
      case DECIMAL -> extreme ? new LongExtremeAccumulator(spec) : new DecimalSumAccumulator(spec);
      case CHAR, VARCHAR -> new StringExtremeAccumulator(spec);
      default -> extreme ? new LongExtremeAccumulator(spec) : new LongSumAccumulator(spec);
    };
  }

  /** Whether a call's FILTER leaves a row out; NULL leaves it out, too. */
  static boolean leavesOut(Column filter, int row) {
    return filter != null && (filter.isNull(row) || ((LongColumn) filter).values[row] == 0);
  }

  /**
   * Whether the row at a place of the selection counts: its argument is there, no FILTER is against
   * it.
   */
  static boolean counts(AggregateSpec spec, Batch batch, int place) {
    int row = batch.selected == null ? place : batch.selected[place];
    boolean isNull = spec.argument() >= 0 && batch.columns[spec.argument()].isNull(row);
    return !isNull && !leavesOut(filter(spec, batch), row);
  }

  static Column filter(AggregateSpec spec, Batch batch) {
    return spec.filter() < 0 ? null : batch.columns[spec.filter()];
  }
}
