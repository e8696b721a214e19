package dev.tidemark.runtime.compat;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.table.functions.ProcessTableFunction;
import org.apache.flink.table.runtime.operators.process.AbstractProcessTableOperator;
import org.apache.flink.table.runtime.operators.process.RuntimeTableSemantics;

/** What runs inside an operator of a process table function. */
public final class ProcessTableFields {
  /** Flink's own functions: FROM_CHANGELOG and TO_CHANGELOG, which do not look at time. */
  private static final String BUILT_IN = "org.apache.flink.table.runtime.functions.ptf.";

  private ProcessTableFields() {}

  /** Which inputs of a process table function are sorted by time before it sees them. */
  public static boolean[] sortedInputs(AbstractProcessTableOperator operator) {
    List<?> tables =
        (List<?>) FlinkFields.read(AbstractProcessTableOperator.class, "tableSemantics", operator);
    boolean[] sorted = new boolean[tables.size()];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = ((RuntimeTableSemantics) tables.get(i)).orderByColumns().length > 0;
    }
    return sorted;
  }

  /** The column by whose time an input of a process table function is sorted. */
  public static int sortColumn(AbstractProcessTableOperator operator, int input) {
    List<?> tables =
        (List<?>) FlinkFields.read(AbstractProcessTableOperator.class, "tableSemantics", operator);
    return ((RuntimeTableSemantics) tables.get(input)).orderByColumns()[0];
  }

  /**
   * Whether the function can know what time it is: its {@code eval} takes a context, which tells
   * the watermark. One that takes none sees the rows and nothing else.
   */
  public static boolean seesTime(AbstractProcessTableOperator operator) {
    Object runner =
        FlinkFields.read(AbstractProcessTableOperator.class, "processTableRunner", operator);
    boolean found = false;
    for (Field field : runner.getClass().getDeclaredFields()) {
      if (!ProcessTableFunction.class.isAssignableFrom(field.getType())) {
        continue;
      }
      found = true;
      if (!field.getType().getName().startsWith(BUILT_IN) && takesContext(field.getType())) {
        return true;
      }
    }
    // Without the function, nothing can be said about it.
    return !found;
  }

  private static boolean takesContext(Class<?> function) {
    return Arrays.stream(function.getMethods())
        .filter(method -> method.getName().equals("eval"))
        .flatMap(method -> Arrays.stream(method.getParameterTypes()))
        .anyMatch(ProcessTableFunction.Context.class::isAssignableFrom);
  }
}
