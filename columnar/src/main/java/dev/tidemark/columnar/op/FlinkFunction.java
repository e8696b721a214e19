package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.data.RowView;
import java.io.Serializable;
import org.apache.flink.api.common.functions.DefaultOpenContext;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.util.FunctionUtils;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.GeneratedFunction;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.util.Collector;

/**
 * Expressions that have no columnar form: Flink's generated code computes them, row by row, from
 * columns into columns.
 *
 * @param code makes one row of each
 * @param types the types of what it makes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FlinkFunction(
    GeneratedFunction<FlatMapFunction<RowData, RowData>> code, LogicalType[] types)
    implements Serializable {

  Running start(StageContext context) throws Exception {
    return new Running(this, context);
  }

  /** The code at work, with the columns that it fills. */
  static final class Running implements Collector<RowData> {
    final Column[] columns;

    /** What went wrong in {@link #compute}; null if nothing did. */
    Exception failure;

    private final LogicalType[] types;
    private final FlatMapFunction<RowData, RowData> function;
    private final RowView view = new RowView();
    private int row;

    private Running(FlinkFunction spec, StageContext context) throws Exception {
      this.types = spec.types;
      this.columns = Columns.batch(types, context.batchRows()).columns;
      this.function = spec.code.newInstance(context.functions().getUserCodeClassLoader());
      FunctionUtils.setFunctionRuntimeContext(function, context.functions());
      FunctionUtils.openFunction(function, DefaultOpenContext.INSTANCE);
      context.closing().add(() -> FunctionUtils.closeFunction(function));
    }

    /**
     * Computes the rows that are meant.
     *
     * @return how many of them could be computed before one failed
     */
    int compute(Batch batch) {
      for (Column column : columns) {
        column.clear();
      }
      failure = null;
      for (int i = 0; i < batch.count; i++) {
        row = batch.selected == null ? i : batch.selected[i];
        try {
          function.flatMap(view.at(batch, row), this);
        } catch (Exception e) {
          failure = e;
          return i;
        }
      }
      return batch.count;
    }

    @Override
    public void collect(RowData made) {
      for (int i = 0; i < types.length; i++) {
        Columns.put(made, i, types[i], columns[i], row);
      }
    }

    @Override
    public void close() {}
  }
}
