package dev.tidemark.columnar.csv;

import java.io.IOException;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.RecordAndPosition;
import org.apache.flink.table.data.RowData;

/** The rows of a file as Flink's reader gives them, from some row on. */
final class FlinkRows {
  private final BulkFormat.Reader<RowData> reader;
  private BulkFormat.RecordIterator<RowData> batch;
  private long toSkip;
  private long inBatch;
  private long wholeBatches;

  /**
   * Begins to read.
   *
   * @param skip how many rows to pass over
   */
  FlinkRows(BulkFormat.Reader<RowData> reader, long skip) {
    this.reader = reader;
    this.toSkip = skip;
  }

  /**
   * The next row; null at the end.
   *
   * @throws IOException and others, what Flink says of a record
   */
  RowData next() throws IOException {
    while (true) {
      RowData row = nextOfBatch();
      if (row != null) {
        return row;
      }
      if (batch != null) {
        batch.releaseBatch();
        wholeBatches += inBatch;
        inBatch = 0;
      }
      batch = reader.readBatch();
      if (batch == null) {
        return null;
      }
    }
  }

  /** The next row of what Flink has read at a time; null if it has to read for it. */
  RowData nextOfBatch() {
    while (batch != null) {
      RecordAndPosition<RowData> next = batch.next();
      if (next == null) {
        return null;
      }
      inBatch++;
      if (toSkip == 0) {
        return next.getRecord();
      }
      toSkip--;
    }
    return null;
  }

  /** How many rows the batches had that were read to their ends. */
  long wholeBatches() {
    return wholeBatches;
  }

  void close() throws IOException {
    reader.close();
  }
}
