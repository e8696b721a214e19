package dev.tidemark.conformance;

import java.time.LocalDateTime;
import org.apache.flink.table.annotation.ArgumentHint;
import org.apache.flink.table.annotation.ArgumentTrait;
import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.annotation.FunctionHint;
import org.apache.flink.table.annotation.StateHint;
import org.apache.flink.table.functions.AggregateFunction;
import org.apache.flink.table.functions.ProcessTableFunction;
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

  /** Doubles a text, row by row: a process table function without state. */
  public static final class Twice extends ProcessTableFunction<String> {
    public void eval(
        @ArgumentHint(name = "input", value = ArgumentTrait.ROW_SEMANTIC_TABLE) Row row) {
      collect("a " + row.getField("id"));
      collect("b " + row.getField("id"));
    }
  }

  /** Numbers the rows of a key, and says when no row has come for ten seconds of event time. */
  public static final class Quiet extends ProcessTableFunction<String> {

    /** What is kept for a key. */
    public static final class Seen {
      public long rows;
    }

    public void eval(
        Context context,
        @StateHint Seen seen,
        @ArgumentHint(
                name = "input",
                value = {ArgumentTrait.SET_SEMANTIC_TABLE, ArgumentTrait.REQUIRE_ON_TIME})
            Row row) {
      seen.rows++;
      collect(row.getField("id") + " is row " + seen.rows);
      TimeContext<LocalDateTime> time = context.timeContext(LocalDateTime.class);
      time.registerOnTime("quiet", time.time().plusSeconds(10));
    }

    public void onTimer(OnTimerContext context, Seen seen) {
      collect(context.currentTimer() + " after " + seen.rows);
      if (seen.rows > 5) {
        context.clearAll();
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
