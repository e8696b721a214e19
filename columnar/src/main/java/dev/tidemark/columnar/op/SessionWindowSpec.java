package dev.tidemark.columnar.op;

import dev.tidemark.columnar.agg.Accumulator;
import dev.tidemark.columnar.agg.Accumulators;
import dev.tidemark.columnar.agg.AggregateSpec;
import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.LongColumn;
import dev.tidemark.columnar.op.GlobalWindowSpec.Property;
import dev.tidemark.columnar.state.KeyColumns;
import dev.tidemark.columnar.state.LiveKeys;
import dev.tidemark.columnar.state.MemoryBudget;
import dev.tidemark.columnar.window.Partials;
import dev.tidemark.columnar.window.Sessions;
import java.time.ZoneId;
import org.apache.flink.metrics.Counter;
import org.apache.flink.table.runtime.util.TimeWindowUtil;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Adds up rows by key and session. Mirrors Flink's WindowAggOperator with its
 * UnsliceSyncStateWindowAggProcessor.
 *
 * @param time the column of the row's time
 * @param keys the columns that rows are grouped by
 * @param keyTypes their types
 * @param aggregates what is computed
 * @param results how many of the aggregates come out
 * @param gap how long a session waits for the next row, in milliseconds
 * @param zone where the day begins, for instants; UTC for local times
 * @param properties what comes out of the window itself, last
 * @param types of what comes out
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record SessionWindowSpec(
    int time,
    int[] keys,
    LogicalType[] keyTypes,
    AggregateSpec[] aggregates,
    int results,
    long gap,
    ZoneId zone,
    Property[] properties,
    LogicalType[] types)
    implements WindowStageSpec {

  @Override
  public boolean canBeWatched() {
    return false;
  }

  @Override
  public Stage create(StageContext context, Stage next) {
    return new SessionWindow(this, context, next);
  }

  private static final class SessionWindow implements Stage, Releases.Holder {
    private final SessionWindowSpec spec;
    private final MemoryBudget memory;
    private final Counter dropped;
    private final Releases released;
    private final LiveKeys keys;
    private final Batch keyColumns;
    private final Sessions sessions;
    private final Accumulator[] accumulators;
    private final Partials partials;
    private final long[] hashes;

    /** Of each place the session that its row belongs to. */
    private final int[] groups;

    private long watermark = Long.MIN_VALUE;

    SessionWindow(SessionWindowSpec spec, StageContext context, Stage next) {
      this.spec = spec;
      this.memory = context.memory();
      // Its name is Flink's: what looks for it does not see a difference.
      this.dropped = context.functions().getMetricGroup().counter("numLateRecordsDropped");
      this.released = new Releases(spec.types, context, next);
      this.keys = new LiveKeys(spec.keyTypes);
      this.keyColumns = new Batch(new Column[spec.keys.length]);
      this.sessions = new Sessions(spec.zone);
      this.accumulators = Accumulators.of(spec.aggregates);
      this.partials = new Partials(spec.aggregates);
      this.hashes = new long[context.batchRows()];
      this.groups = new int[context.batchRows()];
    }

    @Override
    public void process(Batch batch) throws Exception {
      for (int k = 0; k < spec.keys.length; k++) {
        keyColumns.columns[k] = batch.columns[spec.keys[k]];
      }
      KeyColumns.hash(batch, spec.keys, 0, batch.count, hashes);
      released.process(batch, this);
      if (keys.isCrowded()) {
        sessions.renumberKeys(keys.keep(sessions.keysInUse(keys.size())));
      }
      long held = keys.memory() + sessions.memory();
      for (Accumulator each : accumulators) {
        held += each.memory();
      }
      memory.check("The window aggregation", held);
    }

    @Override
    public void add(Batch batch, int from, int to) {
      long[] times = ((LongColumn) batch.columns[spec.time]).values;
      int pending = from;
      for (int i = from; i < to; i++) {
        int row = batch.selected == null ? i : batch.selected[i];
        int known = keys.size();
        int key = keys.number(keyColumns, row, hashes[i]);
        if (key == known) {
          sessions.addKey(key);
        }
        long start = TimeWindowUtil.toUtcTimestampMills(times[row], spec.zone);
        int session = sessions.add(key, start, start + spec.gap, watermark);
        if (session < 0) {
          accumulate(batch, pending, i);
          pending = i + 1;
          dropped.inc();
          continue;
        }
        groups[i] = session;
        if (sessions.merged() >= 0) {
          accumulate(batch, pending, i);
          pending = i;
          merge(sessions.merged(), session);
        }
      }
      accumulate(batch, pending, to);
    }

    private void accumulate(Batch batch, int from, int to) {
      for (Accumulator each : accumulators) {
        each.grow(sessions.size());
        if (from < to) {
          each.add(batch, from, to, groups);
        }
      }
    }

    private void merge(int other, int session) {
      partials.merge(accumulators, other, accumulators, session);
      reset(other);
    }

    private void reset(int session) {
      for (Accumulator each : accumulators) {
        each.reset(session);
      }
    }

    /** As WindowAggOperator#processWatermark. */
    @Override
    public void advance(long time) throws Exception {
      watermark = Math.max(watermark, time);
      while (sessions.isDue(watermark)) {
        int session = sessions.close();
        emit(session);
        reset(session);
      }
    }

    private void emit(int session) throws Exception {
      int at = released.add();
      Column[] columns = released.batch().columns;
      int field = 0;
      for (int k = 0; k < spec.keys.length; k++) {
        keys.values().write(sessions.key(session), k, columns[field++], at);
      }
      for (int i = 0; i < spec.results; i++) {
        accumulators[i].value(session, columns[field++], at);
      }
      for (Property each : spec.properties) {
        ((LongColumn) columns[field++]).values[at] =
            each.of(sessions.start(session), sessions.end(session), spec.zone);
      }
    }

    @Override
    public void end() throws Exception {
      released.end(this);
    }
  }
}
