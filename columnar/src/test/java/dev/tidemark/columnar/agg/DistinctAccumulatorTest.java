package dev.tidemark.columnar.agg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.data.LongColumn;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.junit.jupiter.api.Test;

/** What an aggregate with DISTINCT keeps. */
class DistinctAccumulatorTest {
  private static final LogicalType LONG = new BigIntType();
  private static final int ROWS = 100;

  private final Accumulator count =
      Accumulators.of(
          new AggregateSpec(
              AggregateSpec.Kind.COUNT, 0, LONG, true, -1, new LogicalType[] {LONG}, LONG));
  private final Batch batch = Columns.batch(new LogicalType[] {LONG}, ROWS);
  private final LongColumn result = new LongColumn(1);

  private long countOf(long firstValue) {
    batch.clear();
    for (int i = 0; i < ROWS; i++) {
      ((LongColumn) batch.columns[0]).values[i] = firstValue + i / 2;
    }
    batch.fill(ROWS);
    count.clear();
    count.grow(1);
    count.add(batch, 0, ROWS, new int[ROWS]);
    count.value(0, result, 0);
    return result.values[0];
  }

  @Test
  void valuesAreForgottenWithTheirGroup() {
    assertThat(countOf(0)).isEqualTo(ROWS / 2);
    long memory = count.memory();
    for (int round = 1; round < 1_000; round++) {
      assertThat(countOf(round * 1_000L)).isEqualTo(ROWS / 2);
    }
    assertThat(count.memory()).isEqualTo(memory);
  }
}
