package dev.tidemark.runtime.compat;

import java.lang.reflect.Field;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.runtime.asyncprocessing.operators.AbstractAsyncStateUdfStreamOperator;
import org.apache.flink.streaming.api.operators.AbstractUdfStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperator;

/**
 * Private fields of operators and functions by name, for rules that need only numbers: what a new
 * Flink version renames fails here with the field's name.
 */
public final class OperatorFields {
  private OperatorFields() {}

  /** A field of an object's class or of one above it. */
  public static long number(Object target, String field) {
    return ((Number) need(target, field)).longValue();
  }

  /** A field of an object's class or of one above it. */
  public static int index(Object target, String field) {
    return (Integer) need(target, field);
  }

  /** A field of an object's class or of one above it. */
  public static boolean flag(Object target, String field) {
    return (Boolean) need(target, field);
  }

  /** Whether a field holds something. */
  public static boolean isSet(Object target, String field) {
    return find(target, field) != null;
  }

  /** The function inside an operator; null if it has none. */
  public static Function function(StreamOperator<?> operator) {
    if (operator instanceof AbstractAsyncStateUdfStreamOperator<?, ?> async) {
      return async.getUserFunction();
    }
    return operator instanceof AbstractUdfStreamOperator<?, ?> udf ? udf.getUserFunction() : null;
  }

  /** What a field of an object holds, declared in its class or in one above it; may be null. */
  public static Object need(Object target, String field) {
    Field found = field(target, field);
    if (found == null) {
      throw new IllegalStateException(
          "this Flink version has no field " + target.getClass().getName() + "#" + field);
    }
    return FlinkFields.read(found.getDeclaringClass(), field, target);
  }

  /** Null if the field is not there or holds nothing. */
  static Object find(Object target, String field) {
    Field found = field(target, field);
    return found == null ? null : FlinkFields.read(found.getDeclaringClass(), field, target);
  }

  private static Field field(Object target, String name) {
    for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
      for (Field each : type.getDeclaredFields()) {
        if (each.getName().equals(name)) {
          return each;
        }
      }
    }
    return null;
  }
}
