package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.LongColumn;
import java.time.ZoneId;
import org.apache.flink.table.runtime.operators.window.TimeWindow;
import org.apache.flink.table.runtime.util.TimeWindowUtil;

/**
 * Adds to each row the window that it is in: its start, its end and its last millisecond. As
 * Flink's AlignedWindowTableFunctionOperator, for windows of which each row is in one.
 *
 * @param time the column of the row's time
 * @param size of a window, in milliseconds
 * @param offset by how many milliseconds windows are moved from 1970
 * @param zone where the day begins, for instants; UTC for local times
 */
public record WindowTableSpec(int time, long size, long offset, ZoneId zone) implements StageSpec {

  /** The operator counts rows without a time. */
  @Override
  public boolean canBeWatched() {
    return false;
  }

  @Override
  public Stage create(StageContext context, Stage next) {
    return new WindowTable(this, context, next);
  }

  private static final class WindowTable implements Stage {
    private final WindowTableSpec spec;
    private final Stage next;
    private final boolean shifts;
    private final LongColumn starts;
    private final LongColumn ends;
    private final LongColumn lasts;

    WindowTable(WindowTableSpec spec, StageContext context, Stage next) {
      this.spec = spec;
      this.next = next;
      this.shifts = !spec.zone.equals(ZoneId.of("UTC"));
      this.starts = new LongColumn(context.batchRows());
      this.ends = new LongColumn(context.batchRows());
      this.lasts = new LongColumn(context.batchRows());
    }

    @Override
    public void process(Batch batch) throws Exception {
      Column[] columns = new Column[batch.columns.length + 3];
      System.arraycopy(batch.columns, 0, columns, 0, batch.columns.length);
      columns[batch.columns.length] = starts;
      columns[batch.columns.length + 1] = ends;
      columns[batch.columns.length + 2] = lasts;
      Batch result = new Batch(columns);
      result.sharePositions(batch);
      long[] times = ((LongColumn) batch.columns[spec.time]).values;
      for (int i = 0; i < batch.count; i++) {
        int row = batch.selected == null ? i : batch.selected[i];
        long time = times[row];
        if (shifts) {
          time = TimeWindowUtil.toUtcTimestampMills(time, spec.zone);
        }
        long start = TimeWindow.getWindowStartWithOffset(time, spec.offset, spec.size);
        long last = start + spec.size - 1;
        starts.values[row] = start;
        ends.values[row] = start + spec.size;
        lasts.values[row] = shifts ? TimeWindowUtil.toEpochMills(last, spec.zone) : last;
      }
      next.process(result);
    }

    @Override
    public void end() throws Exception {
      next.end();
    }
  }
}
