package dev.tidemark.columnar.state;

import dev.tidemark.columnar.data.Batch;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.flink.table.types.logical.LogicalType;

/** Numbers keys in order of first appearance, and forgets those that are not needed any more. */
public final class LiveKeys {
  /** With fewer keys it is not worth while to look for those that are forgotten. */
  private static final int FEW = 128;

  private final LogicalType[] types;
  private GroupTable table;

  /** For each key its hash. */
  private long[] hashes = new long[16];

  /** With so many keys it is time to look. */
  private int many = FEW;

  /**
   * @param types the types of the columns that a key is made of, which are the first of the batches
   *     that come
   */
  public LiveKeys(LogicalType[] types) {
    this.types = types;
    this.table = newTable();
  }

  private GroupTable newTable() {
    return new GroupTable(new KeyColumns(IntStream.range(0, types.length).toArray(), types));
  }

  /** How many keys there are. */
  public int size() {
    return table.size();
  }

  /** Their values. */
  public KeyColumns values() {
    return table.keys();
  }

  /**
   * The number of the key of a row, which is new if it equals {@link #size()} before the call.
   *
   * @param hash what {@link KeyColumns#hash} says of the row
   */
  public int number(Batch batch, int row, long hash) {
    int known = table.size();
    int key = table.group(batch, row, hash, 0);
    if (key == known) {
      if (key == hashes.length) {
        hashes = Arrays.copyOf(hashes, key * 2);
      }
      hashes[key] = hash;
    }
    return key;
  }

  /** Whether there are so many keys that it is worth while to forget some. */
  public boolean isCrowded() {
    return table.size() >= many;
  }

  /**
   * Gives new numbers to the keys that are needed, in their order, and forgets the others.
   *
   * @param needed for each key whether it is; null if none is ever forgotten
   * @return the new numbers, which rise; -1 for keys that are not needed; null if nothing changes
   */
  public int[] keep(boolean[] needed) {
    int[] numbers = null;
    if (needed != null) {
      numbers = new int[table.size()];
      GroupTable fewer = newTable();
      for (int key = 0; key < numbers.length; key++) {
        numbers[key] = -1;
        if (needed[key]) {
          numbers[key] = fewer.group(table.keys(), key, hashes[key]);
          hashes[numbers[key]] = hashes[key];
        }
      }
      table = fewer;
    }
    many = Math.max(FEW, 2 * table.size());
    return numbers;
  }

  /** Bytes that are held. */
  public long memory() {
    return table.memory() + hashes.length * 8L;
  }
}
