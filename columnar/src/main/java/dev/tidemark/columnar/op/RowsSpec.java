package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.RowWriter;
import dev.tidemark.columnar.observe.Watch;
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
public record RowsSpec(LogicalType[] types) implements StageSpec {

  @Override
  public Stage create(StageContext context, Stage next) {
    return new Rows(types, context);
  }

  private static final class Rows implements Stage {
    private final RowWriter writer;
    private final Output<StreamRecord<RowData>> output;
    private final Watch watch;

    Rows(LogicalType[] types, StageContext context) {
      this.writer = new RowWriter(types);
      this.output = context.output();
      this.watch = context.watch();
    }

    @Override
    public void process(Batch batch) throws Exception {
      if (watch != null) {
        watch.begin(batch);
      }
      int mark = 0;
      RowData[] made = null;
      for (int i = 0; i < batch.count; i++) {
        int within = i % RowWriter.GROUP;
        if (within == 0) {
          made = writer.rows(batch, i, Math.min(i + RowWriter.GROUP, batch.count));
        }
        int row = batch.selected == null ? i : batch.selected[i];
        while (mark < batch.marks && batch.markRows[mark] < row) {
          emit(batch, mark++);
        }
        if (watch != null) {
          watch.turn(row);
        }
        // Flink's file source gives records this time, which means that they have none.
        output.collect(new StreamRecord<>(made[within], Long.MIN_VALUE));
      }
      while (mark < batch.marks) {
        emit(batch, mark++);
      }
      if (watch != null) {
        watch.done();
      }
    }

    private void emit(Batch batch, int mark) throws Exception {
      if (watch != null) {
        watch.beforeMark(mark);
      }
      output.emitWatermark(new Watermark(batch.markTimes[mark]));
      if (watch != null) {
        watch.afterMark();
      }
    }

    @Override
    public void end() {}
  }
}
