package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;

/** Emits a batch's watermarks where they belong between its rows. */
final class MarkCursor {
  private final Output<StreamRecord<RowData>> output;
  private int next;

  MarkCursor(Output<StreamRecord<RowData>> output) {
    this.output = output;
  }

  void begin() {
    next = 0;
  }

  /** Emits the watermarks that come before a row. */
  void before(Batch batch, int row) {
    while (next < batch.marks && batch.markRows[next] < row) {
      output.emitWatermark(new Watermark(batch.markTimes[next++]));
    }
  }

  /** Emits what is left. */
  void rest(Batch batch) {
    before(batch, Integer.MAX_VALUE);
  }
}
