package dev.tidemark.columnar.data;

/** Floating-point numbers: DOUBLE, and FLOAT as the double that equals it. */
public final class DoubleColumn extends Column {
  public final double[] values;

  public DoubleColumn(int capacity) {
    super(capacity);
    this.values = new double[capacity];
  }

  @Override
  void takeValue(Column from, int row, int at) {
    values[at] = ((DoubleColumn) from).values[row];
  }

  @Override
  boolean sameValue(int row, Column other, int otherRow) {
    return values[row] == ((DoubleColumn) other).values[otherRow];
  }
}
