package dev.tidemark.columnar.expr;

import dev.tidemark.columnar.data.BytesColumn;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.DoubleColumn;
import dev.tidemark.columnar.data.LongColumn;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The same value in every row.
 *
 * @param value a Long for what is kept as a whole number, a Double, or a String
 */
public record Constant(Serializable value) implements Expression {

  @Override
  public Evaluator create(int capacity) {
    Column column;
    if (value instanceof Long number) {
      LongColumn longs = new LongColumn(capacity);
      Arrays.fill(longs.values, number);
      column = longs;
    } else if (value instanceof Double number) {
      DoubleColumn doubles = new DoubleColumn(capacity);
      Arrays.fill(doubles.values, number);
      column = doubles;
    } else {
      BytesColumn strings = new BytesColumn(capacity);
      byte[] bytes = ((String) value).getBytes(StandardCharsets.UTF_8);
      strings.over(bytes);
      Arrays.fill(strings.lengths, bytes.length);
      column = strings;
    }
    return batch -> column;
  }
}
