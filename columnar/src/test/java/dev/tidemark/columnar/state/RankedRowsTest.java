package dev.tidemark.columnar.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.data.LongColumn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.junit.jupiter.api.Test;

/** Many more rows than a block holds, against a list that is kept sorted. */
class RankedRowsTest {
  private static final LogicalType[] TYPES = {new BigIntType()};

  @Test
  void ranksAreThoseOfASortedList() {
    Random random = new Random(1);
    RowStore rows = new RowStore(TYPES);
    RowOrder order = new RowOrder(rows, new RowOrder.Field[] {new RowOrder.Field(0, true, true)});
    RankedRows ranked = new RankedRows();
    List<Integer> model = new ArrayList<>();
    Batch batch = Columns.batch(TYPES, 1);
    int largest = 0;
    for (int number = 0; number < 20_000; number++) {
      ((LongColumn) batch.columns[0]).values[0] = random.nextInt(300);
      rows.put(number, batch, 0);
      order.arrives(number);
      ranked.seek(order, number);
      int place = place(model, order, number);
      assertThat(ranked.rank(Long.MAX_VALUE)).isEqualTo(place + 1L);
      ranked.insert(number);
      model.add(place, number);
      largest = Math.max(largest, model.size());
      // First it grows, then most rows go again, whole blocks of them.
      int removals = number < 8_000 ? random.nextInt(2) : random.nextInt(4);
      for (int i = 0; i < removals && model.size() > 1; i++) {
        int victim = number < 14_000 ? random.nextInt(model.size()) : model.size() / 3;
        ranked.seek(order, model.get(victim));
        assertThat(ranked.get()).isEqualTo(model.get(victim));
        ranked.remove();
        model.remove(victim);
        assertThat(ranked.here()).isEqualTo(victim < model.size());
      }
    }
    assertThat(largest).isGreaterThan(3_000);
    assertThat(all(ranked)).isEqualTo(model);
    for (int rank = 1; rank <= model.size(); rank++) {
      ranked.toRank(rank);
      assertThat(ranked.get()).isEqualTo(model.get(rank - 1));
    }
  }

  private static int place(List<Integer> model, RowOrder order, int number) {
    Comparator<Integer> comparator = order::compare;
    int low = 0;
    int high = model.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (comparator.compare(model.get(middle), number) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static List<Integer> all(RankedRows ranked) {
    List<Integer> all = new ArrayList<>();
    for (ranked.first(); ranked.here(); ranked.next()) {
      all.add(ranked.get());
    }
    return all;
  }
}
