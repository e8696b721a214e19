package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Columns;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
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
    private final LogicalType[] types;
    private final Output<StreamRecord<RowData>> output;
    private final MarkCursor marks;

    Rows(LogicalType[] types, Output<StreamRecord<RowData>> output) {
      this.types = types;
      this.output = output;
      this.marks = new MarkCursor(output);
    }

    @Override
    public void process(Batch batch) {
      marks.begin();
      for (int i = 0; i < batch.count; i++) {
        int row = batch.selected == null ? i : batch.selected[i];
        marks.before(batch, row);
        // Flink's file source gives records this time, which means that they have none.
        output.collect(new StreamRecord<>(row(batch, row), Long.MIN_VALUE));
      }
      marks.rest(batch);
    }

    private RowData row(Batch batch, int row) {
      GenericRowData made = new GenericRowData(types.length);
      for (int i = 0; i < types.length; i++) {
        made.setField(i, Columns.value(types[i], batch.columns[i], row));
      }
      return made;
    }

    @Override
    public void end() {}
  }
}
