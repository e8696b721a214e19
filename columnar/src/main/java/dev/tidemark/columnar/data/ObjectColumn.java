package dev.tidemark.columnar.data;

import java.util.Objects;

/**
 * Values as Flink's internal data structures, for results that no other column holds: DECIMAL of
 * more than 18 digits.
 */
public final class ObjectColumn extends Column {
  public final Object[] values;

  public ObjectColumn(int capacity) {
    super(capacity);
    this.values = new Object[capacity];
  }

  @Override
  void takeValue(Column from, int row, int at) {
    values[at] = ((ObjectColumn) from).values[row];
  }

  @Override
  boolean sameValue(int row, Column other, int otherRow) {
    return Objects.equals(values[row], ((ObjectColumn) other).values[otherRow]);
  }
}
