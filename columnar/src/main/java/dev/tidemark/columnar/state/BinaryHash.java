package dev.tidemark.columnar.state;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.BytesColumn;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.data.DoubleColumn;
import dev.tidemark.columnar.data.LongColumn;
import java.util.Arrays;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * The hash codes that Flink's BinaryRowData has for rows: of inserted ones, of types that take
 * eight bytes or are strings. As MurmurHashUtils computes them, of the same bytes, which are never
 * written.
 */
public final class BinaryHash {
  private static final int SEED = 42;
  private static final int SHORT_STRING = 7;

  private final int[] columns;
  private final int[] bits;
  private final long[] head;
  private final int fixedBytes;

  /**
   * @param columns the columns of a batch that make up the row, in order
   * @param types their types, none of them a time stamp finer than a millisecond
   */
  public BinaryHash(int[] columns, LogicalType[] types) {
    this.columns = columns;
    this.bits = new int[types.length];
    for (int i = 0; i < types.length; i++) {
      bits[i] = bits(types[i]);
    }
    this.head = new long[BinaryRowData.calculateBitSetWidthInBytes(types.length) / Long.BYTES];
    this.fixedBytes = BinaryRowData.calculateFixPartSizeInBytes(types.length);
  }

  private static int bits(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN, TINYINT -> 8;
      case SMALLINT -> 16;
      case INTEGER, DATE, TIME_WITHOUT_TIME_ZONE, INTERVAL_YEAR_MONTH -> 32;
      case FLOAT -> -32;
      default -> {
        if (!Columns.holds(type)) {
          throw new IllegalArgumentException("no row with a " + type);
        }
        yield 64;
      }
    };
  }

  /** Hashes all rows of a batch's selection, each to its place there. */
  public void hash(Batch batch, int[] into) {
    for (int i = 0; i < batch.count; i++) {
      into[i] = hash(batch, batch.selected == null ? i : batch.selected[i]);
    }
  }

  private int hash(Batch batch, int row) {
    Arrays.fill(head, 0);
    for (int i = 0; i < columns.length; i++) {
      if (batch.columns[columns[i]].isNull(row)) {
        int bit = i + BinaryRowData.HEADER_SIZE_IN_BITS;
        head[bit >>> 6] |= 1L << bit;
      }
    }
    int hash = SEED;
    for (long each : head) {
      hash = mixLong(hash, each);
    }
    int end = fixedBytes;
    for (int i = 0; i < columns.length; i++) {
      Column column = batch.columns[columns[i]];
      if (column.isNull(row)) {
        hash = mixLong(hash, 0);
      } else if (column instanceof LongColumn numbers) {
        hash = mixLong(hash, fixed(numbers.values[row], bits[i]));
      } else if (column instanceof DoubleColumn numbers) {
        double value = numbers.values[row];
        hash =
            mixLong(
                hash,
                bits[i] < 0
                    ? fixed(Float.floatToRawIntBits((float) value), 32)
                    : Double.doubleToRawLongBits(value));
      } else {
        BytesColumn strings = (BytesColumn) column;
        int length = strings.lengths[row];
        if (length <= SHORT_STRING) {
          long value = (length | 0x80L) << 56;
          hash = mixLong(hash, value | word(strings.bytes, strings.starts[row], length));
        } else {
          hash = mixLong(hash, (long) end << 32 | length);
          end += (length + 7) & ~7;
        }
      }
    }
    if (end > fixedBytes) {
      hash = strings(batch, row, hash);
    }
    return finish(hash ^ end);
  }

  /** What lies behind the fixed part. */
  private int strings(Batch batch, int row, int start) {
    int hash = start;
    for (int each : columns) {
      if (batch.columns[each] instanceof BytesColumn strings
          && !strings.isNull(row)
          && strings.lengths[row] > SHORT_STRING) {
        int length = strings.lengths[row];
        for (int at = 0; at < length; at += Long.BYTES) {
          int bytes = Math.min(Long.BYTES, length - at);
          hash = mixLong(hash, word(strings.bytes, strings.starts[row] + at, bytes));
        }
      }
    }
    return hash;
  }

  private static long word(byte[] bytes, int start, int length) {
    long word = 0;
    for (int i = 0; i < length; i++) {
      word |= (bytes[start + i] & 0xFFL) << (i * 8);
    }
    return word;
  }

  private static long fixed(long value, int bits) {
    return bits == 64 ? value : value & ((1L << bits) - 1);
  }

  /** Eight bytes, the lower four first: their order in memory on a little-endian machine. */
  private static int mixLong(int hash, long word) {
    return mixInt(mixInt(hash, (int) word), (int) (word >>> 32));
  }

  private static int mixInt(int hash, int word) {
    int mixed = Integer.rotateLeft(word * 0xcc9e2d51, 15) * 0x1b873593;
    return Integer.rotateLeft(hash ^ mixed, 13) * 5 + 0xe6546b64;
  }

  private static int finish(int hash) {
    int h = hash;
    h ^= h >>> 16;
    h *= 0x85ebca6b;
    h ^= h >>> 13;
    h *= 0xc2b2ae35;
    return h ^ (h >>> 16);
  }
}
