package dev.tidemark.columnar.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.BytesColumn;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.data.DoubleColumn;
import dev.tidemark.columnar.data.LongColumn;
import dev.tidemark.columnar.data.RowWriter;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarCharType;

class BinaryHashTest {
  private static final LogicalType[] TYPES = {
    new BooleanType(),
    new TinyIntType(),
    new SmallIntType(),
    new IntType(),
    new BigIntType(),
    new DateType(),
    new FloatType(),
    new DoubleType(),
    new DecimalType(10, 2),
    new TimestampType(3),
    new VarCharType(VarCharType.MAX_LENGTH)
  };

  @Property(tries = 300)
  void hashesAsFlinksRowsDo(@ForAll long seed) {
    Random random = new Random(seed);
    LogicalType[] types = new LogicalType[random.nextInt(random.nextInt(8) == 0 ? 130 : 12)];
    for (int i = 0; i < types.length; i++) {
      types[i] = TYPES[random.nextInt(TYPES.length)];
    }
    Batch batch = Columns.batch(types, RowWriter.GROUP);
    for (int row = 0; row < RowWriter.GROUP; row++) {
      for (int i = 0; i < types.length; i++) {
        fill(types[i], batch.columns[i], row, random);
      }
    }
    batch.fill(RowWriter.GROUP);
    int[] hashes = new int[RowWriter.GROUP];

    new BinaryHash(IntStream.range(0, types.length).toArray(), types).hash(batch, hashes);

    RowData[] rows = new RowWriter(types).rows(batch, 0, RowWriter.GROUP);
    for (int row = 0; row < RowWriter.GROUP; row++) {
      assertThat(hashes[row])
          .as("row %d of %s", row, Arrays.toString(types))
          .isEqualTo(rows[row].hashCode());
    }
  }

  private static void fill(LogicalType type, Column column, int row, Random random) {
    if (random.nextInt(5) == 0) {
      column.setNull(row);
    } else if (column instanceof LongColumn numbers) {
      numbers.values[row] =
          switch (type.getTypeRoot()) {
            case BOOLEAN -> random.nextInt(2);
            case TINYINT -> (byte) random.nextInt();
            case SMALLINT -> (short) random.nextInt();
            case INTEGER, DATE -> random.nextInt();
            case DECIMAL -> random.nextInt(1_000_000) - 500_000;
            default -> random.nextLong();
          };
    } else if (column instanceof DoubleColumn numbers) {
      double value = random.nextInt(4) == 0 ? -0.0 : random.nextGaussian();
      numbers.values[row] = type instanceof FloatType ? (float) value : value;
    } else {
      byte[] bytes = new byte[random.nextInt(30)];
      random.nextBytes(bytes);
      ((BytesColumn) column).append(row, bytes);
    }
  }
}
