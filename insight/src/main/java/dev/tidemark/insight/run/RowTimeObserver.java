package dev.tidemark.insight.run;

import dev.tidemark.runtime.compat.WatermarkFields;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.observe.ObservedNode;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.runtime.operators.wmassigners.WatermarkAssignerOperator;
import org.apache.flink.util.OutputTag;

/**
 * Sees the event times of a watermark generator's rows. SQL's generator finds them in the rows that
 * come; the others give them to the rows that leave.
 */
public abstract class RowTimeObserver implements NodeObserver {
  private final WatermarkFields.RowTime rowTime;
  private final boolean timeIsInRow;

  /**
   * @param rowTime reads the event time at this generator
   */
  protected RowTimeObserver(ObservedNode generator, WatermarkFields.RowTime rowTime) {
    this.rowTime = rowTime;
    this.timeIsInRow = generator.operator() instanceof WatermarkAssignerOperator;
  }

  /**
   * A row goes by.
   *
   * @param time its event time in epoch milliseconds
   */
  protected abstract void passes(long time);

  @Override
  public final void beforeRecord(int input, StreamRecord<?> record) {
    if (timeIsInRow) {
      read(record);
    }
  }

  @Override
  public final void emits(OutputTag<?> tag, StreamRecord<?> record) {
    if (!timeIsInRow && tag == null) {
      read(record);
    }
  }

  private void read(StreamRecord<?> record) {
    Long time = rowTime.of(record);
    if (time != null) {
      passes(time);
    }
  }
}
