package dev.tidemark.runtime.compat;

import java.lang.reflect.Method;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.dataformat.csv.CsvMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.dataformat.csv.CsvSchema;
import org.apache.flink.streaming.api.operators.SourceOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;

/** How a file source reads its files: private in Flink's formats. */
public sealed interface FileFormats {

  /**
   * Comma separated values, read with Jackson as Flink's CsvReaderFormat does.
   *
   * @param mapper what reads
   * @param schema delimiter, quotes and all columns of the file, also those that are projected away
   * @param rootType what a record is read as
   * @param converts whether Flink makes a row of a record; only asked when it skips those it cannot
   * @param skipsErrors whether records that cannot be read are skipped
   */
  record Csv(
      CsvMapper mapper,
      CsvSchema schema,
      Class<Object> rootType,
      Function<Object, Boolean> converts,
      boolean skipsErrors)
      implements FileFormats {}

  /**
   * A record a line.
   *
   * @param skipsErrors whether lines that cannot be read are skipped
   */
  record Lines(boolean skipsErrors) implements FileFormats {}

  /**
   * The format of a source operator's files; null if it reads none, or in a way that is unknown.
   */
  static FileFormats of(StreamOperatorFactory<?> factory) {
    if (!(factory instanceof SourceOperatorFactory<?> sourceFactory)) {
      return null;
    }
    Source<Object, ?, ?> source = FlinkFields.source(sourceFactory);
    Object format = OperatorFields.find(source, "readerFormat");
    while (format != null) {
      Object inner = null;
      switch (format.getClass().getSimpleName()) {
        case "CsvReaderFormat" -> {
          return csv(format);
        }
        case "DeserializationSchemaAdapter" -> {
          Object schema = OperatorFields.find(format, "deserializationSchema");
          return new Lines(skipsErrors(schema));
        }
        case "TextLineInputFormat" -> {
          return new Lines(false);
        }
        case "StreamFormatAdapter" -> inner = OperatorFields.find(format, "streamFormat");
        case "LimitableBulkFormat" -> inner = OperatorFields.find(format, "format");
        case "FileInfoExtractorBulkFormat", "ProjectingBulkFormat" ->
            inner = OperatorFields.find(format, "wrapped");
        default -> {
          return null;
        }
      }
      format = inner;
    }
    return null;
  }

  private static boolean skipsErrors(Object schema) {
    Object skips = schema == null ? null : OperatorFields.find(schema, "ignoreParseErrors");
    return skips == null || (Boolean) skips;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Csv csv(Object format) {
    CsvMapper mapper = (CsvMapper) ((Supplier) OperatorFields.find(format, "mapperFactory")).get();
    CsvSchema schema =
        (CsvSchema) ((Function) OperatorFields.find(format, "schemaGenerator")).apply(mapper);
    Object converter = OperatorFields.find(format, "converter");
    Method convert = method(converter);
    Function<Object, Boolean> converts =
        record -> {
          try {
            return convert.invoke(converter, record, null) != null;
          } catch (ReflectiveOperationException e) {
            return false;
          }
        };
    return new Csv(
        mapper,
        schema,
        (Class<Object>) OperatorFields.find(format, "rootType"),
        converts,
        (Boolean) OperatorFields.find(format, "ignoreParseErrors"));
  }

  private static Method method(Object converter) {
    for (Class<?> type : converter.getClass().getInterfaces()) {
      for (Method each : type.getMethods()) {
        if (each.getName().equals("convert") && each.getParameterCount() == 2) {
          each.setAccessible(true);
          return each;
        }
      }
    }
    throw new IllegalStateException("this Flink version converts CSV records in another way");
  }
}
