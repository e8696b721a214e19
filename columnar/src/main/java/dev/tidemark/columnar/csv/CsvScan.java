package dev.tidemark.columnar.csv;

import java.io.Serializable;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.enumerate.FileEnumerator;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.reader.StreamFormat;
import org.apache.flink.core.fs.Path;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * What is to be read: the parts of Flink's file source, which still say what the files are, in
 * which order they come and what an unusual record means.
 *
 * @param format Flink's reader of the same files
 * @param record Flink's reader of what is in them
 * @param enumerator finds the files
 * @param paths where to look
 * @param dialect how records are written
 * @param skipsErrors whether records that cannot be read are skipped
 * @param fields for each column, its place in a record
 * @param types for each column, its type
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CsvScan(
    BulkFormat<RowData, FileSourceSplit> format,
    StreamFormat<RowData> record,
    FileEnumerator.Provider enumerator,
    Path[] paths,
    CsvDialect dialect,
    boolean skipsErrors,
    int[] fields,
    LogicalType[] types)
    implements Serializable {

  /** Whether the quick reader knows a type. */
  public static boolean reads(LogicalType type) {
    return FieldReaders.reads(type);
  }
}
