package dev.tidemark.columnar.op;

import dev.tidemark.columnar.agg.Accumulator;
import dev.tidemark.columnar.data.LongColumn;
import java.util.BitSet;

/** Which keys have a result, where rows can be taken back: Flink's RecordCounter. */
final class RowCounts {
  private final Accumulator counter;
  private final LongColumn count = new LongColumn(1);
  private final BitSet alive = new BitSet();

  /**
   * @param counter counts the rows of a key
   */
  RowCounts(Accumulator counter) {
    this.counter = counter;
  }

  boolean isZero(int group) {
    count.clear();
    counter.value(group, count, 0);
    return count.values[0] == 0;
  }

  boolean isAlive(int group) {
    return alive.get(group);
  }

  void setAlive(int group, boolean whether) {
    alive.set(group, whether);
  }
}
