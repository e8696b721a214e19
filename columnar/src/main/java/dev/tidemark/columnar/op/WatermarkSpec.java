package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.LongColumn;

/**
 * Puts watermarks between rows: the time of a row less a constant. When they go out is the rule of
 * Flink's WatermarkAssignerOperator, if all input arrives within one interval.
 *
 * @param column the row's time
 * @param delay milliseconds
 */
public record WatermarkSpec(int column, long delay) implements StageSpec {

  @Override
  public Stage create(StageContext context, Stage next) {
    return new Assigner(column, delay, context.watermarkInterval(), next);
  }

  private static final class Assigner implements Stage {
    private final int column;
    private final long delay;
    private final long interval;
    private final Stage next;
    private long current;
    private long last;

    Assigner(int column, long delay, long interval, Stage next) {
      this.column = column;
      this.delay = delay;
      this.interval = interval;
      this.next = next;
    }

    @Override
    public void process(Batch batch) throws Exception {
      LongColumn times = (LongColumn) batch.columns[column];
      long[] values = times.values;
      batch.marks = 0;
      for (int i = 0; i < batch.count; i++) {
        int row = batch.selected == null ? i : batch.selected[i];
        if (times.hasNulls && times.nulls[row]) {
          batch.failAt(row);
          next.process(batch);
          throw new RuntimeException(
              "RowTime field should not be null," + " please convert it to a non-null long value.");
        }
        current = Math.max(current, values[row] - delay);
        if (current - last > interval && current > last) {
          last = current;
          batch.mark(row, current, row);
        }
      }
      next.process(batch);
    }

    @Override
    public void end() throws Exception {
      next.end();
    }
  }
}
