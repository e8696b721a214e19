package dev.tidemark.columnar.window;

import dev.tidemark.columnar.agg.Accumulator;
import dev.tidemark.columnar.agg.Accumulators;
import dev.tidemark.columnar.agg.AggregateSpec;
import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.state.GroupTable;
import dev.tidemark.columnar.state.KeyColumns;
import java.util.Arrays;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Partial results that have come since the last window went out, put together by key and slice, in
 * order of first appearance: Flink's RecordsWindowBuffer.
 */
public final class WindowBuffer {
  private final GroupTable table;
  private final Accumulator[] accumulators;
  private final int firstKept;
  private long[] hashes = new long[16];
  private long earliest = Long.MAX_VALUE;

  /**
   * @param keys the key's places in the batches that come; what is kept follows
   * @param keyTypes their types
   * @param aggregates what is kept of each key
   */
  public WindowBuffer(int[] keys, LogicalType[] keyTypes, AggregateSpec[] aggregates) {
    this.table = new GroupTable(new KeyColumns(keys, keyTypes));
    this.accumulators = Accumulators.of(aggregates);
    this.firstKept = keys.length;
  }

  /** Adds the partial result in a row. */
  public void add(Batch batch, int row, long hash, long slice) {
    int known = table.size();
    int group = table.group(batch, row, hash, slice);
    if (group == known) {
      if (group == hashes.length) {
        hashes = Arrays.copyOf(hashes, 2 * group);
      }
      hashes[group] = hash;
      earliest = Math.min(earliest, slice);
    }
    if (group == known) {
      for (Accumulator each : accumulators) {
        each.grow(group + 1);
      }
    }
    Partials.merge(batch.columns, firstKept, row, accumulators, group);
  }

  /** The end of the earliest slice; {@link Long#MAX_VALUE} if there is none. */
  public long earliest() {
    return earliest;
  }

  /** How many pairs of a key and a slice there are. */
  public int size() {
    return table.size();
  }

  public long slice(int group) {
    return table.slice(group);
  }

  /** Adds what there is of a key and a slice to the state that is kept in a slot; says where. */
  public int merge(int group, WindowSlot slot, Partials partials) {
    int entry = slot.entry(table.keys(), group, hashes[group]);
    slot.keepState(entry);
    partials.merge(accumulators, group, slot.accumulators(), entry);
    return entry;
  }

  /** Forgets everything. */
  public void clear() {
    table.clear();
    for (Accumulator each : accumulators) {
      each.clear();
    }
    earliest = Long.MAX_VALUE;
  }

  /** Bytes that are held. */
  public long memory() {
    long sum = table.memory() + hashes.length * 8L;
    for (Accumulator each : accumulators) {
      sum += each.memory();
    }
    return sum;
  }
}
