package dev.tidemark.runtime.compat;

import org.apache.flink.api.common.eventtime.BoundedOutOfOrdernessWatermarks;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.streaming.api.operators.SourceOperator;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.runtime.operators.TimestampsAndWatermarksOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.operators.wmassigners.WatermarkAssignerOperator;
import org.apache.flink.util.clock.ManualClock;
import org.apache.flink.util.clock.RelativeClock;

/** What watermark generators keep private. */
public final class WatermarkFields {
  private WatermarkFields() {}

  /** Reads a row's event time. */
  @FunctionalInterface
  public interface RowTime {
    /** Epoch milliseconds; null for NULL or none. */
    Long of(StreamRecord<?> record);
  }

  /** The column of the event time, where SQL says what it is; -1 for other operators. */
  public static int rowTimeColumn(StreamOperator<?> operator) {
    return operator instanceof WatermarkAssignerOperator
        ? (Integer) FlinkFields.read(WatermarkAssignerOperator.class, "rowtimeFieldIndex", operator)
        : -1;
  }

  /** How to read the event time of the rows that a generator emits; null if it is not one. */
  public static RowTime rowTime(StreamOperator<?> operator) {
    if (operator instanceof SourceOperator || operator instanceof TimestampsAndWatermarksOperator) {
      return record ->
          record.hasTimestamp() && record.getTimestamp() != Long.MIN_VALUE
              ? (Long) record.getTimestamp()
              : null;
    }
    int index = rowTimeColumn(operator);
    if (index < 0) {
      return null;
    }
    return record -> {
      RowData row = (RowData) record.getValue();
      return row.isNullAt(index) ? null : row.getTimestamp(index, 3).getMillisecond();
    };
  }

  /**
   * By how much a generator's watermarks are behind what its delay says: 1 ms for {@link
   * BoundedOutOfOrdernessWatermarks}, which emits largest time − delay − 1, else 0.
   */
  public static long behindItsDelay(StreamOperator<?> operator) {
    WatermarkGenerator<?> generator = null;
    if (operator instanceof TimestampsAndWatermarksOperator) {
      generator =
          (WatermarkGenerator<?>)
              FlinkFields.read(
                  TimestampsAndWatermarksOperator.class, "watermarkGenerator", operator);
    } else if (operator instanceof SourceOperator) {
      generator =
          ((WatermarkStrategy<?>)
                  FlinkFields.read(SourceOperator.class, "watermarkStrategy", operator))
              .createWatermarkGenerator(NO_METRICS);
    }
    while (generator != null && !(generator instanceof BoundedOutOfOrdernessWatermarks)) {
      // What adds idleness or alignment wraps the generator.
      Object inner = OperatorFields.find(generator, "watermarks");
      generator = inner instanceof WatermarkGenerator<?> wrapped ? wrapped : null;
    }
    return generator == null ? 0 : 1;
  }

  private static final WatermarkGeneratorSupplier.Context NO_METRICS =
      new WatermarkGeneratorSupplier.Context() {
        @Override
        public MetricGroup getMetricGroup() {
          return new UnregisteredMetricsGroup();
        }

        @Override
        public RelativeClock getInputActivityClock() {
          return new ManualClock();
        }
      };
}
