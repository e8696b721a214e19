package dev.tidemark.columnar.data;

import java.util.Arrays;

/** Strings in UTF-8, each a slice of one array. */
public final class BytesColumn extends Column {
  /** Where the values are; replaced when a batch comes from another place. */
  public byte[] bytes = new byte[0];

  public final int[] starts;
  public final int[] lengths;
  private int appended;

  public BytesColumn(int capacity) {
    super(capacity);
    this.starts = new int[capacity];
    this.lengths = new int[capacity];
  }

  /** Lets the values be slices of an array that belongs to somebody else. */
  public void over(byte[] source) {
    bytes = source;
  }

  /** Copies a value into this column's own array, which {@link #clear} has emptied. */
  public void append(int row, byte[] value) {
    append(row, value, 0, value.length);
  }

  /** Copies a slice of an array into this column's own. */
  public void append(int row, byte[] source, int start, int length) {
    if (bytes.length - appended < length) {
      byte[] grown = new byte[Math.max(64, Math.max(bytes.length * 2, appended + length))];
      System.arraycopy(bytes, 0, grown, 0, appended);
      bytes = grown;
    }
    System.arraycopy(source, start, bytes, appended, length);
    starts[row] = appended;
    lengths[row] = length;
    appended += length;
  }

  /** Begins to append, into an array of its own. */
  public void own() {
    bytes = new byte[0];
    appended = 0;
  }

  @Override
  void takeValue(Column from, int row, int at) {
    BytesColumn source = (BytesColumn) from;
    append(at, source.bytes, source.starts[row], source.lengths[row]);
  }

  /** Slices of the other column's array, not copies: it must outlast them. */
  public void share(BytesColumn source, int[] places, int from, int to) {
    bytes = source.bytes;
    for (int i = from; i < to; i++) {
      starts[i] = source.starts[places[i]];
      lengths[i] = source.lengths[places[i]];
    }
    takeNulls(source, places, from, to);
  }

  @Override
  boolean sameValue(int row, Column other, int otherRow) {
    BytesColumn that = (BytesColumn) other;
    return Arrays.equals(
        bytes,
        starts[row],
        starts[row] + lengths[row],
        that.bytes,
        that.starts[otherRow],
        that.starts[otherRow] + that.lengths[otherRow]);
  }

  @Override
  public void clear() {
    super.clear();
    appended = 0;
  }
}
