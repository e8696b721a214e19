package dev.tidemark.runtime.compat;

import java.lang.reflect.Field;
import java.util.function.BooleanSupplier;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.operators.SourceOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.async.AsyncWaitOperator;
import org.apache.flink.streaming.api.operators.async.queue.StreamElementQueue;
import org.apache.flink.streaming.api.operators.collect.CollectSinkFunction;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;

/** Every look into a private field of Flink 2.3; a new Flink version is checked here first. */
public final class FlinkFields {
  private FlinkFields() {}

  /** The source that a FLIP-27 source operator reads from. */
  public static Source<Object, ?, ?> source(SourceOperatorFactory<?> factory) {
    @SuppressWarnings("unchecked")
    Source<Object, ?, ?> source =
        (Source<Object, ?, ?>) read(SourceOperatorFactory.class, "source", factory);
    return source;
  }

  /**
   * Whether a source's watermarks come from a {@code WATERMARK FOR} clause that was pushed down.
   */
  public static boolean hasSqlWatermarks(SourceOperatorFactory<?> factory) {
    Object strategy = read(SourceOperatorFactory.class, "watermarkStrategy", factory);
    return strategy != null && strategy.getClass().getName().startsWith("org.apache.flink.table.");
  }

  /** Gives a transformation another factory for its operator. */
  public static void replaceFactory(
      OneInputTransformation<?, ?> transformation, StreamOperatorFactory<?> factory) {
    write(OneInputTransformation.class, "operatorFactory", transformation, factory);
  }

  /** How the sink behind collected results writes them. */
  public static TypeSerializer<Object> resultSerializer(CollectSinkFunction<?> function) {
    @SuppressWarnings("unchecked")
    TypeSerializer<Object> serializer =
        (TypeSerializer<Object>) read(CollectSinkFunction.class, "serializer", function);
    return serializer;
  }

  /** The accumulator in which the client looks for the last results. */
  public static String resultAccumulator(CollectSinkFunction<?> function) {
    return (String) read(CollectSinkFunction.class, "accumulatorName", function);
  }

  /** Whether an asynchronous operator has no request in flight; null if it is not one. */
  public static BooleanSupplier nothingInFlight(StreamOperator<?> operator) {
    if (!(operator instanceof AsyncWaitOperator)) {
      return null;
    }
    return () -> {
      StreamElementQueue<?> queue =
          (StreamElementQueue<?>) read(AsyncWaitOperator.class, "queue", operator);
      return queue.isEmpty();
    };
  }

  static Object read(Class<?> owner, String name, Object target) {
    try {
      Field field = owner.getDeclaredField(name);
      field.setAccessible(true);
      return field.get(target);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "this Flink version has no field " + owner.getName() + "#" + name, e);
    }
  }

  static void write(Class<?> owner, String name, Object target, Object value) {
    try {
      Field field = owner.getDeclaredField(name);
      field.setAccessible(true);
      field.set(target, value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "this Flink version has no field " + owner.getName() + "#" + name, e);
    }
  }
}
