package dev.tidemark.columnar.join;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.state.BinaryHash;
import dev.tidemark.columnar.state.HashOrder;
import dev.tidemark.columnar.state.RowStore;
import dev.tidemark.columnar.state.StoredRow;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * The rows of one side of a regular join, by join key: as Flink's JoinRecordStateViews and
 * OuterJoinRecordStateViews keep them, in the order of the map states there.
 */
final class JoinedRows extends HashOrder {
  final RowStore rows;
  final StoredRow view;
  final boolean outer;

  /** By which columns a row replaces another of its join key; null if none does. */
  private final int[] uniqueKey;

  /** The columns by which a row is found. */
  private final int[] found;

  private final BinaryHash binary;
  private final int[] hashes;

  /** How many equal rows each row stands for. */
  private int[] counts = new int[16];

  /** How many rows of the other side each row has been joined with, if this is an outer side. */
  private int[] associations;

  private int size;

  JoinedRows(LogicalType[] types, int[] uniqueKey, boolean outer, int batchRows) {
    this.rows = new RowStore(types);
    this.view = new StoredRow(rows);
    this.outer = outer;
    this.uniqueKey = uniqueKey;
    this.found = uniqueKey == null ? IntStream.range(0, types.length).toArray() : uniqueKey;
    LogicalType[] foundTypes =
        Arrays.stream(found).mapToObj(i -> types[i]).toArray(LogicalType[]::new);
    this.binary = found.length == 0 ? null : new BinaryHash(found, foundTypes);
    this.hashes = new int[batchRows];
    this.associations = new int[outer ? counts.length : 0];
  }

  @Override
  protected boolean same(int entry, int other) {
    return rows.equal(entry, other, found);
  }

  void prepare(Batch batch) {
    if (binary != null) {
      binary.hash(batch, hashes);
    }
  }

  /** Keeps a row that belongs to no key, and says its number. */
  int addAlone(Batch batch, int row) {
    int number = size++;
    rows.put(number, batch, row);
    return number;
  }

  /**
   * Adds a row of the batch that was prepared.
   *
   * @param output is asked to copy what changes
   * @return the number of a row with these values
   */
  int add(Batch batch, int place, int row, int key, JoinOutput output) {
    rows.put(size, batch, row);
    int number = add(key, size, hashes[place]);
    if (number != size) {
      if (uniqueKey == null) {
        counts[number]++;
      } else {
        output.settle();
        rows.copy(size, number);
      }
      return number;
    }
    size++;
    if (number >= counts.length) {
      counts = Arrays.copyOf(counts, number * 2);
      associations = Arrays.copyOf(associations, outer ? number * 2 : 0);
    }
    counts[number] = 1;
    return number;
  }

  /** How many rows are equal to one. */
  int count(int number) {
    return counts[number];
  }

  int associations(int number) {
    return associations[number];
  }

  void associate(int number, int others) {
    associations[number] = others;
  }

  long bytes() {
    return rows.memory() + memory() + (counts.length + associations.length) * 4L;
  }
}
