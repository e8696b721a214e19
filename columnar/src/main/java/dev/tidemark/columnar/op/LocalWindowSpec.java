package dev.tidemark.columnar.op;

import dev.tidemark.columnar.agg.Accumulator;
import dev.tidemark.columnar.agg.Accumulators;
import dev.tidemark.columnar.agg.AggregateSpec;
import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.LongColumn;
import dev.tidemark.columnar.state.GroupTable;
import dev.tidemark.columnar.state.KeyColumns;
import dev.tidemark.columnar.state.MemoryBudget;
import dev.tidemark.columnar.window.Partials;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.TimeZone;
import org.apache.flink.table.runtime.util.TimeWindowUtil;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * The first of a window aggregation's two phases: adds up rows by key and slice, and hands the sums
 * on when a watermark may close a window. Mirrors Flink's LocalSlicingWindowAggOperator with its
 * RecordsWindowBuffer. The second phase ({@link GlobalWindowSpec}) decides what is late.
 *
 * @param time the column of the row's time
 * @param attached whether that is the end of the window that the row comes with
 * @param keys the columns that rows are grouped by
 * @param keyTypes their types
 * @param aggregates what is computed
 * @param slice length of a slice in milliseconds; no window begins or ends within one
 * @param offset by how many milliseconds slices are moved from 1970
 * @param zone where the day begins, for instants; UTC for local times
 * @param types of what is handed on: key, accumulators, end of the slice
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LocalWindowSpec(
    int time,
    boolean attached,
    int[] keys,
    LogicalType[] keyTypes,
    AggregateSpec[] aggregates,
    long slice,
    long offset,
    ZoneId zone,
    LogicalType[] types)
    implements WindowStageSpec {

  /** Different values are handed on as they are kept here, which only a columnar stage knows. */
  @Override
  public boolean canBeLast() {
    return Arrays.stream(aggregates).noneMatch(AggregateSpec::distinct);
  }

  @Override
  public Stage create(StageContext context, Stage next) {
    return new LocalWindow(this, context, next);
  }

  private static final class LocalWindow implements Stage, Releases.Holder {
    private final LocalWindowSpec spec;
    private final Releases released;
    private final MemoryBudget memory;
    private final GroupTable table;
    private final Accumulator[] accumulators;
    private final boolean daylightSaving;
    private final Slices slices;
    private final long[] hashes;
    private final int[] groups;
    private long watermark;
    private long nextTrigger;
    private long earliest = Long.MAX_VALUE;

    /** The group of the rows that came last, where there are no keys. */
    private long lastSlice;

    private int lastGroup = -1;

    LocalWindow(LocalWindowSpec spec, StageContext context, Stage next) {
      this.spec = spec;
      this.released = new Releases(spec.types, context, next);
      this.memory = context.memory();
      this.table = new GroupTable(new KeyColumns(spec.keys, spec.keyTypes));
      this.accumulators = Accumulators.of(spec.aggregates);
      this.daylightSaving = TimeZone.getTimeZone(spec.zone).useDaylightTime();
      this.slices = new Slices(spec.slice, spec.offset, spec.zone);
      this.hashes = new long[context.batchRows()];
      this.groups = new int[context.batchRows()];
    }

    @Override
    public void process(Batch batch) throws Exception {
      released.process(batch, this);
      long held = table.memory();
      for (Accumulator accumulator : accumulators) {
        held += accumulator.memory();
      }
      memory.check("The window aggregation", held);
    }

    @Override
    public void add(Batch batch, int from, int to) {
      if (from == to) {
        return;
      }
      long[] times = ((LongColumn) batch.columns[spec.time]).values;
      if (spec.keys.length == 0) {
        addBySlice(batch, from, to, times);
        return;
      }
      groupByKeyAndSlice(batch, from, to, times);
      for (Accumulator accumulator : accumulators) {
        accumulator.grow(table.size());
        accumulator.add(batch, from, to, groups);
      }
    }

    /** Most rows fall into the slice of the row before, and are added together with it. */
    private void addBySlice(Batch batch, int from, int to, long[] times) {
      int runFrom = from;
      for (int i = from; i < to; i++) {
        int row = batch.selected == null ? i : batch.selected[i];
        long end = end(times[row]);
        if (end != lastSlice || lastGroup < 0) {
          addRun(batch, runFrom, i);
          runFrom = i;
          lastSlice = end;
          lastGroup = table.group(batch, row, 0, end);
          earliest = Math.min(earliest, end);
        }
        groups[i] = lastGroup;
      }
      addRun(batch, runFrom, to);
    }

    private void addRun(Batch batch, int from, int to) {
      if (from < to) {
        for (Accumulator accumulator : accumulators) {
          accumulator.grow(table.size());
          accumulator.addRun(batch, from, to, groups);
        }
      }
    }

    private long end(long time) {
      return spec.attached ? time : slices.end(time);
    }

    private void groupByKeyAndSlice(Batch batch, int from, int to, long[] times) {
      table.keys().hash(batch, from, to, hashes);
      for (int i = from; i < to; i++) {
        int row = batch.selected == null ? i : batch.selected[i];
        long end = end(times[row]);
        groups[i] = table.group(batch, row, hashes[i], end);
        earliest = Math.min(earliest, end);
      }
    }

    @Override
    public boolean releasesAt(long time) {
      return time >= nextTrigger;
    }

    /** As LocalSlicingWindowAggOperator#processWatermark. */
    @Override
    public void advance(long time) throws Exception {
      if (time > watermark) {
        watermark = time;
        if (watermark >= nextTrigger) {
          if (TimeWindowUtil.isWindowFired(earliest, watermark, spec.zone)) {
            flush();
          }
          nextTrigger =
              TimeWindowUtil.getNextTriggerWatermarkWithOffset(
                  watermark, spec.slice, spec.offset, spec.zone, daylightSaving);
        }
      }
    }

    private void flush() throws Exception {
      int groupCount = table.size();
      for (int group = 0; group < groupCount; group++) {
        int at = released.add();
        Column[] columns = released.batch().columns;
        for (int k = 0; k < spec.keys.length; k++) {
          table.keys().write(group, k, columns[k], at);
        }
        Partials.write(accumulators, group, columns, spec.keys.length, at);
        ((LongColumn) columns[columns.length - 1]).values[at] = table.slice(group);
      }
      table.clear();
      for (Accumulator accumulator : accumulators) {
        accumulator.clear();
      }
      earliest = Long.MAX_VALUE;
      lastGroup = -1;
    }

    @Override
    public void end() throws Exception {
      released.end(this);
    }
  }
}
