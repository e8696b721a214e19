package dev.tidemark.columnar.op;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.BytesColumn;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.data.LongColumn;
import dev.tidemark.columnar.op.TopNSpec.Strategy;
import dev.tidemark.columnar.state.RankedRows;
import dev.tidemark.columnar.state.RowOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A short list of the first rows and those that wait behind it, against a list of all. */
class WaitingRowsTest {
  private static final int FIRST = 5;
  private static final LogicalType[] TYPES = {new BigIntType(), new VarCharType(40)};

  private final Random random = new Random(7);
  private final Batch batch = Columns.batch(TYPES, 1);
  private final List<Integer> model = new ArrayList<>();
  private RankedPartitions partitions;
  private WaitingRows waiting;
  private RankedRows first;
  private int waited;
  private int advanced;

  /** Many rows share a sort key; strings differ behind what their keys tell of them. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void theFirstRowsAreThoseOfASortedList(int sortedBy) {
    RowOrder.Field[] order = {new RowOrder.Field(sortedBy, sortedBy == 1, true)};
    partitions =
        new RankedPartitions(
            new TopNSpec(
                new int[0],
                order,
                TYPES,
                1,
                FIRST,
                Strategy.RETRACT,
                new int[0],
                false,
                true,
                true));
    waiting = new WaitingRows(partitions);
    first = new RankedRows();
    for (int i = 0; i < 30_000; i++) {
      // It grows, keeps its size, and shrinks from its head until little is left.
      add(i < 10_000 ? random.nextInt(500) : random.nextInt(300));
      int removals = i < 10_000 ? random.nextInt(2) : i < 20_000 ? 1 : random.nextInt(4);
      for (int each = 0; each < removals && model.size() > FIRST; each++) {
        remove(model.get(i < 20_000 ? random.nextInt(model.size()) : random.nextInt(FIRST)));
      }
      for (int rank = 0; rank < Math.min(FIRST + 1, model.size()); rank++) {
        first.toRank(rank + 1L);
        assertThat(first.get()).isEqualTo(model.get(rank));
      }
    }
    assertThat(waited).isGreaterThan(10_000);
    assertThat(advanced).isGreaterThan(100);
  }

  private void add(long value) {
    batch.clear();
    LongColumn numbers = (LongColumn) batch.columns[0];
    numbers.values[0] = value;
    if (value % 50 == 0) {
      numbers.setNull(0);
    }
    byte[] text = ("the same beginning " + value).getBytes(StandardCharsets.UTF_8);
    ((BytesColumn) batch.columns[1]).append(0, text);
    int number = partitions.store(batch, 0);
    long key = partitions.order.key(number);
    model.add(place(number), number);
    if (waiting.takes(number, key)) {
      waiting.add(number, key);
      waited++;
      return;
    }
    first.seek(partitions.order, number);
    first.insert(number);
    if (first.size() > FIRST + 2 * WaitingRows.MOVED) {
      waiting.defer(first);
    }
  }

  private void remove(int number) {
    model.remove((Integer) number);
    if (partitions.waits(number)) {
      waiting.remove(number, partitions.order.key(number));
    } else {
      first.seek(partitions.order, number);
      assertThat(first.get()).isEqualTo(number);
      first.remove();
      if (first.size() <= FIRST && !waiting.isEmpty()) {
        waiting.advance(first);
        advanced++;
      }
    }
    partitions.free(number);
  }

  private int place(int number) {
    int low = 0;
    int high = model.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (partitions.order.compare(model.get(middle), number) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
