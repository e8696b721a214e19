package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.RowWriter;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * The border to Flink's operators: every row becomes one of Flink's, and watermarks come where they
 * belong between them.
 *
 * @param types the types of the columns
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RowsSpec(LogicalType[] types) implements Terminal {

  @Override
  public Stage create(StageContext context, Stage next) {
    return new Rows(types, context.output());
  }

  private static final class Rows implements Stage {
    private final RowWriter writer;
    private final Output<StreamRecord<RowData>> output;

    Rows(LogicalType[] types, Output<StreamRecord<RowData>> output) {
      this.writer = new RowWriter(types);
      this.output = output;
    }

    @Override
    public void process(Batch batch) {
      int mark = 0;
      for (int i = 0; i < batch.count; i++) {
        int row = batch.selected == null ? i : batch.selected[i];
        while (mark < batch.marks && batch.markRows[mark] < row) {
          output.emitWatermark(new Watermark(batch.markTimes[mark++]));
        }
        // Flink's file source gives records this time, which means that they have none.
        output.collect(new StreamRecord<>(writer.row(batch, row), Long.MIN_VALUE));
      }
      while (mark < batch.marks) {
        output.emitWatermark(new Watermark(batch.markTimes[mark++]));
      }
    }

    @Override
    public void end() {}
  }
}
