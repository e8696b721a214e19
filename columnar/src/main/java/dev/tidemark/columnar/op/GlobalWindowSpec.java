package dev.tidemark.columnar.op;

import dev.tidemark.columnar.agg.Accumulator;
import dev.tidemark.columnar.agg.Accumulators;
import dev.tidemark.columnar.agg.AggregateSpec;
import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.LongColumn;
import dev.tidemark.columnar.state.KeyColumns;
import dev.tidemark.columnar.state.MemoryBudget;
import dev.tidemark.columnar.window.Partials;
import dev.tidemark.columnar.window.SlicedWindow;
import dev.tidemark.columnar.window.WindowBuffer;
import dev.tidemark.columnar.window.WindowSlot;
import dev.tidemark.columnar.window.WindowSlots;
import dev.tidemark.columnar.window.WindowTimers;
import java.time.ZoneId;
import java.util.TimeZone;
import org.apache.flink.metrics.Counter;
import org.apache.flink.table.runtime.util.TimeWindowUtil;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * The second of a window aggregation's two phases: puts partial results together by key and slice,
 * drops those that are late for all their windows, and sends windows out when a watermark passes
 * them. Mirrors Flink's WindowAggOperator with its AbstractSliceSyncStateWindowAggProcessor.
 *
 * @param keyTypes the types of the key, which comes first
 * @param aggregates what is kept of each key; it follows the key, and then the end of the slice
 * @param results how many of the aggregates come out
 * @param counter the aggregate that counts rows, so that empty windows do not come out; -1 for none
 * @param windows which windows there are
 * @param zone where the day begins, for instants; UTC for local times
 * @param properties what comes out of the window itself, last
 * @param types of what comes out
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record GlobalWindowSpec(
    LogicalType[] keyTypes,
    AggregateSpec[] aggregates,
    int results,
    int counter,
    SlicedWindow windows,
    ZoneId zone,
    Property[] properties,
    LogicalType[] types)
    implements WindowStageSpec {

  /** What can be said of a window. */
  public enum Property {
    START,
    END,
    /** Its last millisecond, as event time. */
    ROW_TIME;

    /** What it is for a window, which is told in milliseconds of the zone's local time. */
    long of(long start, long end, ZoneId zone) {
      return switch (this) {
        case START -> start;
        case END -> end;
        case ROW_TIME -> TimeWindowUtil.toEpochMills(end - 1, zone);
      };
    }
  }

  @Override
  public Stage create(StageContext context, Stage next) {
    return new GlobalWindow(this, context, next);
  }

  private static final class GlobalWindow implements Stage, Releases.Holder {
    private final GlobalWindowSpec spec;
    private final MemoryBudget memory;
    private final Counter dropped;
    private final Releases released;
    private final WindowBuffer buffer;
    private final WindowSlots slots;
    private final WindowTimers timers = new WindowTimers();

    /** Puts the slices of a window together that does not keep the result. */
    private final Accumulator[] scratch;

    private final Partials partials;
    private final LongColumn count = new LongColumn(1);

    private final boolean daylightSaving;
    private final int[] keys;
    private final long[] hashes;

    /** The watermark up to which the buffer knows, and the one up to which timers have fired. */
    private long progress = Long.MIN_VALUE;

    private long watermark = Long.MIN_VALUE;
    private long nextTrigger = Long.MIN_VALUE;

    /** Rows that have come since it was last looked how much is held. */
    private long unmeasured;

    GlobalWindow(GlobalWindowSpec spec, StageContext context, Stage next) {
      this.spec = spec;
      this.memory = context.memory();
      // Its name is Flink's: what looks for it does not see a difference.
      this.dropped = context.functions().getMetricGroup().counter("numLateRecordsDropped");
      this.released = new Releases(spec.types, context, next);
      this.keys = new int[spec.keyTypes.length];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = i;
      }
      this.buffer = new WindowBuffer(keys, spec.keyTypes, spec.aggregates);
      this.slots = new WindowSlots(keys, spec.keyTypes, spec.aggregates);
      this.partials = new Partials(spec.aggregates);
      this.scratch = Accumulators.of(spec.aggregates);
      this.daylightSaving = TimeZone.getTimeZone(spec.zone).useDaylightTime();
      this.hashes = new long[context.batchRows()];
    }

    @Override
    public void process(Batch batch) throws Exception {
      KeyColumns.hash(batch, keys, 0, batch.count, hashes);
      released.process(batch, this);
      unmeasured += batch.count;
      if (unmeasured >= slots.size()) { // with many of them it takes time to ask each
        unmeasured = 0;
        memory.check("The window aggregation", memory());
      }
    }

    private long memory() {
      long held = buffer.memory() + slots.memory() + timers.memory();
      for (Accumulator each : scratch) {
        held += each.memory();
      }
      return held;
    }

    /** As AbstractSliceSyncStateWindowAggProcessor#processElement. */
    @Override
    public void add(Batch batch, int from, int to) {
      long[] ends = ((LongColumn) batch.columns[batch.columns.length - 1]).values;
      for (int i = from; i < to; i++) {
        int row = batch.selected == null ? i : batch.selected[i];
        long end = ends[row];
        if (!isFired(end, progress)) {
          buffer.add(batch, row, hashes[i], end);
        } else if (isFired(spec.windows.last(end), progress)) {
          dropped.inc();
        } else {
          buffer.add(batch, row, hashes[i], spec.windows.target(end));
          long unfired = end;
          while (isFired(unfired, progress)) {
            unfired += spec.windows.slice();
          }
          WindowSlot slot = slots.slot(unfired);
          registerTimer(slot, slot.entry(batch, row, hashes[i]));
        }
      }
    }

    private boolean isFired(long end, long time) {
      return TimeWindowUtil.isWindowFired(end, time, spec.zone);
    }

    private void registerTimer(WindowSlot slot, int entry) {
      if (slot.addTimer(entry)) {
        timers.add(TimeWindowUtil.toEpochMillsForTimer(slot.end() - 1, spec.zone), slot, entry);
      }
    }

    /** As WindowAggOperator#processWatermark. */
    @Override
    public void advance(long time) throws Exception {
      progress = time;
      if (progress >= nextTrigger) {
        if (isFired(buffer.earliest(), progress)) {
          flushBuffer();
        }
        nextTrigger =
            TimeWindowUtil.getNextTriggerWatermarkWithOffset(
                progress, spec.windows.slice(), spec.windows.offset(), spec.zone, daylightSaving);
      }
      watermark = time;
      while (!timers.isEmpty() && timers.time() <= time) {
        WindowSlot slot = timers.slot();
        int entry = timers.entry();
        timers.remove();
        fire(slot, entry);
        slot.removeTimer(entry);
        slots.dropIfEmpty(slot);
      }
    }

    /** As GlobalAggCombiner#combine for each key and slice, in order of first appearance. */
    private void flushBuffer() {
      for (int group = 0; group < buffer.size(); group++) {
        WindowSlot slot = slots.slot(buffer.slice(group));
        int entry = buffer.merge(group, slot, partials);
        if (!isFired(slot.end(), watermark)) {
          registerTimer(slot, entry);
        }
      }
      buffer.clear();
    }

    /** As the processors' fireWindow and clearWindow. */
    private void fire(WindowSlot slot, int entry) throws Exception {
      switch (spec.windows.sharing()) {
        case TUMBLE -> tumble(slot, entry);
        case HOP -> hop(slot, entry);
        case CUMULATE -> cumulate(slot, entry);
      }
    }

    private void tumble(WindowSlot slot, int entry) throws Exception {
      if (slot.hasState(entry)) {
        emit(slot, entry, slot.accumulators(), entry);
        slot.clearState(entry);
      } else {
        emptyScratch();
        emit(slot, entry, scratch, 0);
      }
    }

    private void hop(WindowSlot slot, int entry) throws Exception {
      emptyScratch();
      long end = slot.end();
      long first = spec.windows.first(end);
      for (long slice = end; slice >= first; slice -= spec.windows.slice()) {
        WindowSlot part = slots.find(slice);
        int found = part == null ? -1 : part.find(slot.keys(), entry, slot.hash(entry));
        if (found >= 0 && part.hasState(found)) {
          partials.merge(part.accumulators(), found, scratch, 0);
        }
      }
      boolean isEmpty = !emit(slot, entry, scratch, 0);
      if (!isEmpty) {
        registerNext(slot, entry);
      }
      clear(first, slot, entry);
    }

    private void cumulate(WindowSlot slot, int entry) throws Exception {
      long end = slot.end();
      long first = spec.windows.first(end);
      long last = spec.windows.last(end);
      WindowSlot whole = slots.slot(first);
      int at = whole == slot ? entry : whole.entry(slot.keys(), entry, slot.hash(entry));
      whole.keepState(at);
      if (whole != slot && slot.hasState(entry)) {
        partials.merge(slot.accumulators(), entry, whole.accumulators(), at);
      }
      emit(slot, entry, whole.accumulators(), at);
      if (end + spec.windows.slice() <= last) {
        registerNext(slot, entry);
      }
      if (whole != slot) {
        slot.clearState(entry);
        if (end == last) {
          clear(first, slot, entry);
        }
      }
    }

    private void registerNext(WindowSlot slot, int entry) {
      WindowSlot following = slots.slot(slot.end() + spec.windows.slice());
      registerTimer(following, following.entry(slot.keys(), entry, slot.hash(entry)));
    }

    /** Forgets the state of a slice for the key of an entry in another slot. */
    private void clear(long slice, WindowSlot slot, int entry) {
      WindowSlot expired = slots.find(slice);
      int found = expired == null ? -1 : expired.find(slot.keys(), entry, slot.hash(entry));
      if (found >= 0) {
        expired.clearState(found);
        slots.dropIfEmpty(expired);
      }
    }

    /** Cleared rather than reset: what has been there must not be kept. */
    private void emptyScratch() {
      for (Accumulator each : scratch) {
        each.clear();
        each.grow(1);
      }
    }

    /** Sends a window out, unless it is empty; says whether it was not. */
    private boolean emit(WindowSlot slot, int entry, Accumulator[] kept, int group)
        throws Exception {
      if (spec.counter >= 0) {
        count.clear();
        kept[spec.counter].value(group, count, 0);
        if (count.values[0] == 0) {
          return false;
        }
      }
      int at = released.add();
      Column[] columns = released.batch().columns;
      int field = 0;
      for (int k = 0; k < spec.keyTypes.length; k++) {
        slot.keys().write(entry, k, columns[field++], at);
      }
      for (int i = 0; i < spec.results; i++) {
        kept[i].value(group, columns[field++], at);
      }
      for (Property each : spec.properties) {
        ((LongColumn) columns[field++]).values[at] =
            each.of(spec.windows.start(slot.end()), slot.end(), spec.zone);
      }
      return true;
    }

    @Override
    public void end() throws Exception {
      released.end(this);
    }
  }
}
