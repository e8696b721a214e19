package dev.tidemark.runtime.compat;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.function.Supplier;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.streaming.api.operators.SourceOperator;

/** Which split a source reader of Flink's is reading: private in SourceReaderBase. */
public final class SplitReaders {
  private static final String READER_BASE =
      "org.apache.flink.connector.base.source.reader.SourceReaderBase";

  private SplitReaders() {}

  /**
   * The split context of the record that is being emitted, an object that stays the same for a
   * split; null if the reader is not of that kind.
   */
  public static Supplier<Object> currentSplit(SourceOperator<?, ?> operator) {
    SourceReader<?, ?> reader = operator.getSourceReader();
    Class<?> type = reader == null ? null : reader.getClass();
    while (type != null && !type.getName().equals(READER_BASE)) {
      type = type.getSuperclass();
    }
    if (type == null) {
      return null;
    }
    MethodHandle getter =
        getter(type, "currentSplitContext")
            .asType(MethodType.methodType(Object.class, Object.class));
    return () -> {
      try {
        return (Object) getter.invokeExact((Object) reader);
      } catch (Throwable e) {
        throw new IllegalStateException("cannot read the current split", e);
      }
    };
  }

  /** The file of a split context; null if it is not that of a file. */
  public static String fileOf(Object splitContext) {
    if (splitContext == null) {
      return null;
    }
    Object state = FlinkFields.read(splitContext.getClass(), "state", splitContext);
    if (!state.getClass().getName().endsWith(".FileSourceSplitState")) {
      return null;
    }
    Object split = FlinkFields.read(state.getClass(), "split", state);
    Class<?> type = split.getClass();
    while (!type.getName().endsWith(".FileSourceSplit")) {
      type = type.getSuperclass();
    }
    return FlinkFields.read(type, "filePath", split).toString();
  }

  private static MethodHandle getter(Class<?> owner, String name) {
    try {
      Field field = owner.getDeclaredField(name);
      field.setAccessible(true);
      return MethodHandles.lookup().unreflectGetter(field);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "this Flink version has no field " + owner.getName() + "#" + name, e);
    }
  }
}
