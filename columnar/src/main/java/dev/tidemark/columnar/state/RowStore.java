package dev.tidemark.columnar.state;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.BytesColumn;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.data.DoubleColumn;
import dev.tidemark.columnar.data.LongColumn;
import java.util.Arrays;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;

/**
 * Whole rows by number, column by column; a row can be replaced. What replaced strings leave behind
 * is swept out when it is more than what is in use.
 */
public final class RowStore {
  private static final int FIRST = 16;

  private final LogicalType[] types;

  /** Numbers; of a string where it starts. */
  private final long[][] longs;

  private final double[][] doubles;
  private final boolean[][] nulls;
  private final byte[][] bytes;
  private final int[][] lengths;
  private final int[] end;
  private final int[] garbage;
  private int rows;

  /** An empty store for rows of the given types. */
  public RowStore(LogicalType[] types) {
    this.types = types;
    int columns = types.length;
    longs = new long[columns][];
    doubles = new double[columns][];
    nulls = new boolean[columns][FIRST];
    bytes = new byte[columns][];
    lengths = new int[columns][];
    end = new int[columns];
    garbage = new int[columns];
    for (int i = 0; i < columns; i++) {
      Column kind = Columns.of(types[i], 0);
      if (kind instanceof DoubleColumn) {
        doubles[i] = new double[FIRST];
      } else {
        longs[i] = new long[FIRST];
      }
      if (kind instanceof BytesColumn) {
        bytes[i] = new byte[256];
        lengths[i] = new int[FIRST];
      }
    }
  }

  /**
   * Takes a row of a batch.
   *
   * @param number its number: of one that is here, which is replaced, or the next one
   */
  public void put(int number, Batch batch, int row) {
    boolean replaces = number < rows;
    if (!replaces) {
      grow(number);
      rows = number + 1;
    }
    for (int i = 0; i < types.length; i++) {
      Column column = batch.columns[i];
      if (column instanceof BytesColumn strings) {
        putString(i, number, replaces, strings, row);
        continue;
      }
      nulls[i][number] = column.isNull(row);
      if (column instanceof LongColumn numbers) {
        longs[i][number] = numbers.values[row];
      } else {
        doubles[i][number] = ((DoubleColumn) column).values[row];
      }
    }
  }

  private void putString(int i, int number, boolean replaces, BytesColumn strings, int row) {
    if (replaces && !nulls[i][number]) {
      garbage[i] += lengths[i][number];
    }
    boolean isNull = strings.isNull(row);
    nulls[i][number] = true; // until it is there
    if (isNull) {
      return;
    }
    int length = strings.lengths[row];
    if (bytes[i].length - end[i] < length) {
      makeRoom(i, length);
    }
    System.arraycopy(strings.bytes, strings.starts[row], bytes[i], end[i], length);
    longs[i][number] = end[i];
    lengths[i][number] = length;
    end[i] += length;
    nulls[i][number] = false;
  }

  private void makeRoom(int i, int length) {
    int used = end[i] - garbage[i];
    byte[] target = bytes[i];
    if (Math.addExact(used, length) > bytes[i].length / 2) {
      long wanted = Math.max(2L * bytes[i].length, used + (long) length);
      target = new byte[(int) Math.min(wanted, Integer.MAX_VALUE - 16)];
    } else {
      target = new byte[bytes[i].length];
    }
    int to = 0;
    for (int number = 0; number < rows; number++) {
      if (!nulls[i][number]) {
        System.arraycopy(bytes[i], (int) longs[i][number], target, to, lengths[i][number]);
        longs[i][number] = to;
        to += lengths[i][number];
      }
    }
    bytes[i] = target;
    end[i] = to;
    garbage[i] = 0;
  }

  private void grow(int number) {
    if (number < nulls[0].length) {
      return;
    }
    int size = nulls[0].length * 2;
    for (int i = 0; i < types.length; i++) {
      nulls[i] = Arrays.copyOf(nulls[i], size);
      if (longs[i] != null) {
        longs[i] = Arrays.copyOf(longs[i], size);
      }
      if (doubles[i] != null) {
        doubles[i] = Arrays.copyOf(doubles[i], size);
      }
      if (lengths[i] != null) {
        lengths[i] = Arrays.copyOf(lengths[i], size);
      }
    }
  }

  /** A number of a row, of a column that is neither a string nor a floating-point number. */
  public long number(int number, int column) {
    return longs[column][number];
  }

  /** A row as one of Flink's. */
  public GenericRowData row(int number, RowKind kind) {
    GenericRowData row = new GenericRowData(kind, types.length);
    for (int i = 0; i < types.length; i++) {
      row.setField(i, value(number, i));
    }
    return row;
  }

  private Object value(int number, int i) {
    if (nulls[i][number]) {
      return null;
    }
    if (bytes[i] != null) {
      int start = (int) longs[i][number];
      return BinaryStringData.fromBytes(
          Arrays.copyOfRange(bytes[i], start, start + lengths[i][number]));
    }
    return doubles[i] != null
        ? Columns.value(types[i], doubles[i][number])
        : Columns.value(types[i], longs[i][number], 0);
  }
}
