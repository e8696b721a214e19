package dev.tidemark.columnar.data;

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
    if (bytes.length - appended < value.length) {
      byte[] grown = new byte[Math.max(64, Math.max(bytes.length * 2, appended + value.length))];
      System.arraycopy(bytes, 0, grown, 0, appended);
      bytes = grown;
    }
    System.arraycopy(value, 0, bytes, appended, value.length);
    starts[row] = appended;
    lengths[row] = value.length;
    appended += value.length;
  }

  /** Begins to append, into an array of its own. */
  public void own() {
    bytes = new byte[0];
    appended = 0;
  }
}
