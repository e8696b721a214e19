package dev.tidemark.cli.data;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.formats.csv.CsvFormatFactory;
import org.apache.flink.table.connector.format.ProjectableDecodingFormat;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.connector.source.ScanRuntimeProviderContext;

/**
 * One column of a table's CSV lines, read by Flink's own format with the table's own options: what
 * is NULL and what is an error is for Flink to say.
 */
final class CsvColumn {

  private final DeserializationSchema<RowData> format;

  /**
   * Prepares to read.
   *
   * @param index of the column in the file, from 0
   * @throws org.apache.flink.table.api.ValidationException when the table's options are wrong
   */
  @SuppressWarnings("unchecked") // the format's factory does not say that it can be projected
  CsvColumn(FileTable table, int index) {
    format =
        ((ProjectableDecodingFormat<DeserializationSchema<RowData>>)
                new CsvFormatFactory().createDecodingFormat(null, formatOptions(table)))
            .createRuntimeDecoder(
                ScanRuntimeProviderContext.INSTANCE, table.row(), new int[][] {{index}});
    try {
      format.open(null);
    } catch (Exception e) {
      throw new IllegalStateException("Flink's CSV format does not open", e);
    }
  }

  private static Configuration formatOptions(FileTable table) {
    String prefix = table.format() + ".";
    return Configuration.fromMap(
        table.options().entrySet().stream()
            .filter(option -> option.getKey().startsWith(prefix))
            .collect(
                Collectors.toMap(
                    option -> option.getKey().substring(prefix.length()), Map.Entry::getValue)));
  }

  /** Whether Flink reads a row from a line, and this column of it as NULL. */
  boolean isNull(String line) {
    try {
      RowData row = read(line);
      return row != null && row.isNullAt(0);
    } catch (IOException e) {
      return false;
    }
  }

  /** The innermost exception that Flink throws at a line, or null when it throws none. */
  Throwable failure(String line) {
    try {
      read(line);
      return null;
    } catch (IOException e) {
      Throwable innermost = e;
      while (innermost.getCause() != null) {
        innermost = innermost.getCause();
      }
      return innermost;
    }
  }

  private RowData read(String line) throws IOException {
    // With its end: a blank line is a row of one empty field.
    return format.deserialize((line + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
