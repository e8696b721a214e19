package dev.tidemark.conformance;

import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.annotation.FunctionHint;
import org.apache.flink.table.functions.AggregateFunction;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.functions.TableFunction;
import org.apache.flink.types.Row;

/** User functions that {@code tables.sql} registers. */
public final class Functions {

  private Functions() {}

  /** Turns a text around; null stays null. */
  public static final class Backwards extends ScalarFunction {
    public String eval(String text) {
      return text == null ? null : new StringBuilder(text).reverse().toString();
    }
  }

  /** One row (word, length) for each blank-separated word. */
  @FunctionHint(output = @DataTypeHint("ROW<word STRING, size INT>"))
  public static final class Words extends TableFunction<Row> {
    public void eval(String text) {
      if (text != null && !text.isBlank()) {
        for (String word : text.strip().split("\\s+", -1)) {
          collect(Row.of(word, word.length()));
        }
      }
    }
  }

  /** The sum of squares, with retraction. */
  public static final class SquareSum extends AggregateFunction<Long, long[]> {
    @Override
    public long[] createAccumulator() {
      return new long[1];
    }

    @Override
    public Long getValue(long[] accumulator) {
      return accumulator[0];
    }

    public void accumulate(long[] accumulator, Integer value) {
      if (value != null) {
        accumulator[0] += (long) value * value;
      }
    }

    public void retract(long[] accumulator, Integer value) {
      if (value != null) {
        accumulator[0] -= (long) value * value;
      }
    }

    public void merge(long[] accumulator, Iterable<long[]> others) {
      for (long[] other : others) {
        accumulator[0] += other[0];
      }
    }
  }
}
