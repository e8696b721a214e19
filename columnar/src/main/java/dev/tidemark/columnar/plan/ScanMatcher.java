package dev.tidemark.columnar.plan;

import static dev.tidemark.runtime.compat.OperatorFields.need;

import dev.tidemark.columnar.csv.CsvDialect;
import dev.tidemark.columnar.csv.CsvScan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.enumerate.FileEnumerator;
import org.apache.flink.connector.file.src.impl.StreamFormatAdapter;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.reader.StreamFormat;
import org.apache.flink.core.fs.Path;
import org.apache.flink.formats.csv.CsvReaderFormat;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.dataformat.csv.CsvMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.dataformat.csv.CsvParser;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.dataformat.csv.CsvSchema;
import org.apache.flink.table.connector.ParallelismProvider;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceProvider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecTableSourceScan;
import org.apache.flink.table.planner.utils.ShortcutUtils;
import org.apache.flink.table.runtime.connector.source.ScanRuntimeProviderContext;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Scans of CSV files. What is read is taken from the source that Flink itself would run. */
final class ScanMatcher {
  private ScanMatcher() {}

  static Pipeline match(StreamExecTableSourceScan node, PlannerBase planner) throws NotColumnar {
    ScanTableSource table =
        node.getTableSourceSpec()
            .getScanTableSource(
                planner.getFlinkContext(), ShortcutUtils.unwrapTypeFactory(planner));
    ScanTableSource.ScanRuntimeProvider provider =
        table.getScanRuntimeProvider(ScanRuntimeProviderContext.INSTANCE);
    if (!(provider instanceof SourceProvider sourceProvider)
        || !(sourceProvider.createSource() instanceof FileSource<?> source)) {
      throw new NotColumnar("only files are scanned in columns");
    }
    if (provider instanceof ParallelismProvider parallel && parallel.getParallelism().isPresent()) {
      throw new NotColumnar("its parallelism is set");
    }
    if (need(source, "continuousEnumerationSettings") != null) {
      throw new NotColumnar("it waits for new files");
    }
    Object format = need(source, "readerFormat");
    if (!(format instanceof StreamFormatAdapter<?>)
        || !(need(format, "streamFormat") instanceof CsvReaderFormat<?> csv)) {
      throw new NotColumnar(
          "only the format csv, without limit, partitions and metadata, is read in columns");
    }
    return Pipeline.scanning(scan(source, format, csv, (RowType) node.getOutputType()), node);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static CsvScan scan(
      FileSource<?> source, Object files, CsvReaderFormat<?> format, RowType rows)
      throws NotColumnar {
    CsvMapper mapper = (CsvMapper) ((Supplier) need(format, "mapperFactory")).get();
    CsvSchema schema = (CsvSchema) ((Function) need(format, "schemaGenerator")).apply(mapper);
    int[] fields = new int[rows.getFieldCount()];
    LogicalType[] types = new LogicalType[fields.length];
    for (int i = 0; i < fields.length; i++) {
      RowType.RowField field = rows.getFields().get(i);
      if (!CsvScan.reads(field.getType())) {
        throw new NotColumnar(
            "column " + field.getName() + " is of type " + field.getType().asSummaryString());
      }
      CsvSchema.Column column = schema.column(field.getName());
      if (column == null) {
        throw new NotColumnar("column " + field.getName() + " is not in the file");
      }
      fields[i] = column.getIndex();
      types[i] = field.getType();
    }
    Path[] paths = (Path[]) need(source, "inputPaths");
    FileEnumerator.Provider enumerator =
        (FileEnumerator.Provider) need(source, "enumeratorFactory");
    try {
      if (enumerator.create().enumerateSplits(paths, 1).stream()
          .anyMatch(split -> split.offset() != 0)) {
        throw new NotColumnar("its files are read in pieces");
      }
    } catch (IOException e) {
      throw new NotColumnar("its files cannot be listed");
    }
    return new CsvScan(
        (BulkFormat<RowData, FileSourceSplit>) files,
        (StreamFormat<RowData>) format,
        enumerator,
        paths,
        dialect(schema, mapper),
        (Boolean) need(format, "ignoreParseErrors"),
        fields,
        types);
  }

  private static CsvDialect dialect(CsvSchema schema, CsvMapper mapper) throws NotColumnar {
    if (schema.allowsComments()) {
      throw new NotColumnar("csv.allow-comments is set");
    }
    if (mapper.getFactory().isEnabled(CsvParser.Feature.TRIM_SPACES)) {
      throw new NotColumnar("csv.trim-spaces is set");
    }
    if (schema.usesHeader() || schema.skipsFirstDataRow()) {
      throw new NotColumnar("its first line is no record");
    }
    char[] nullValue = schema.getNullValue();
    return new CsvDialect(
        (byte) ascii(schema.getColumnSeparator()),
        ascii(schema.getQuoteChar()),
        ascii(schema.getEscapeChar()),
        nullValue == null ? null : new String(nullValue).getBytes(StandardCharsets.UTF_8),
        mapper.getFactory().isEnabled(CsvParser.Feature.EMPTY_STRING_AS_NULL),
        schema.size());
  }

  private static int ascii(int character) throws NotColumnar {
    if (character > 127) {
      throw new NotColumnar("its delimiter, quote or escape character is not ASCII");
    }
    return character;
  }
}
