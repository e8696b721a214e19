package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.state.RankedRows;
import dev.tidemark.columnar.state.RowOrder;
import dev.tidemark.columnar.state.RowStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/** Rows in their order, partition by partition. */
final class RankedPartitions {
  /** The place of a row that does not wait. */
  static final int NOT_WAITING = -1;

  final RowStore rows;
  final RowOrder order;

  /** Where a row waits in its bucket, by number; kept by {@link WaitingRows}. */
  int[] places = new int[16];

  /** Bytes that waiting rows take, but for the rows themselves. */
  long waitingBytes;

  private final List<RankedRows> lists = new ArrayList<>();
  private int[] free = new int[16];
  private int freeCount;
  private int used;

  RankedPartitions(TopNSpec spec) {
    this.rows = new RowStore(spec.types());
    this.order = new RowOrder(rows, spec.order());
  }

  RankedRows list(int partition) {
    while (partition >= lists.size()) {
      lists.add(new RankedRows());
    }
    return lists.get(partition);
  }

  /** Stores a row, in no list as yet. */
  int store(Batch batch, int row) {
    order.check(batch, row);
    int number = newNumber();
    rows.put(number, batch, row);
    order.arrives(number);
    return number;
  }

  /** A row gets other values in some columns, as if it had gone and another had come. */
  void restore(int number, int[] columns, Batch batch, int row) {
    order.check(batch, row);
    rows.replace(number, columns, batch, row);
    order.arrives(number);
  }

  private int newNumber() {
    int number = freeCount > 0 ? free[--freeCount] : used++;
    if (number == places.length) {
      places = Arrays.copyOf(places, number * 2);
    }
    places[number] = NOT_WAITING;
    return number;
  }

  boolean waits(int number) {
    return places[number] != NOT_WAITING;
  }

  /** Stores a copy of a row, which is sorted like it and in no list. */
  int copy(int number) {
    int copy = newNumber();
    rows.copy(number, copy);
    order.arrives(copy);
    order.inherits(copy, number);
    return copy;
  }

  /** As TopNBuffer#checkSortKeyInBufferRange: whether a row comes before the last, or has room. */
  boolean isInRange(int number, long end, RankedRows list) {
    if (list.size() == 0 || list.size() < end) {
      return true;
    }
    list.last();
    return order.compareKeys(number, list.get()) < 0;
  }

  /**
   * Takes rows out of a list that are behind a rank. Flink's iterator stops in the middle of rows
   * with equal sort keys and forgets what comes after them: all that are sorted as the first one
   * beyond the end stay.
   *
   * @param forgotten gets each row that is taken out
   */
  void forgetBeyond(long end, RankedRows list, IntConsumer forgotten) {
    if (list.size() <= end) {
      return;
    }
    list.toRank(end + 1);
    int beyond = list.get();
    list.next();
    while (list.here()) {
      int each = list.get();
      if (order.compareKeys(beyond, each) == 0) {
        list.next();
      } else {
        list.remove();
        forgotten.accept(each);
      }
    }
  }

  /** Forgets a row that is in no list any more. */
  void free(int number) {
    rows.free(number);
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, freeCount * 2);
    }
    free[freeCount++] = number;
  }

  /** Bytes that are held; an estimate for the lists. */
  long memory() {
    long numbers = free.length * 4L + places.length * 4L + used * 8L;
    return rows.memory() + order.memory() + numbers + waitingBytes + lists.size() * 100L;
  }
}
