package dev.tidemark.runtime.compat;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.GeneratedWatermarkGenerator;
import org.apache.flink.table.runtime.generated.WatermarkGenerator;
import org.apache.flink.table.runtime.operators.wmassigners.WatermarkAssignerOperator;
import org.apache.flink.table.runtime.operators.wmassigners.WatermarkAssignerOperatorFactory;

/** What a {@code WATERMARK FOR} clause says, and generators that lag behind it. */
public final class SqlWatermarks {
  private SqlWatermarks() {}

  /** Computes the watermark that a row stands for, before the generator decides whether to emit. */
  @FunctionalInterface
  public interface RowWatermark {
    /** Epoch milliseconds; null for NULL. */
    Long of(StreamRecord<?> record) throws Exception;
  }

  /** What the clause says for a row; null if the operator does not serve such a clause. */
  public static RowWatermark rowWatermark(StreamOperator<?> operator) {
    if (!(operator instanceof WatermarkAssignerOperator)) {
      return null;
    }
    WatermarkGenerator generator =
        (WatermarkGenerator)
            FlinkFields.read(WatermarkAssignerOperator.class, "watermarkGenerator", operator);
    return record -> generator.currentWatermark((RowData) record.getValue());
  }

  /**
   * Makes the operator as WatermarkAssignerOperatorFactory does, with later watermarks.
   *
   * @param extraDelay milliseconds to take from each watermark; negative for earlier ones
   */
  public static StreamOperator<?> operator(
      WatermarkAssignerOperatorFactory factory,
      StreamOperatorParameters<?> parameters,
      ProcessingTimeService time,
      long extraDelay) {
    GeneratedWatermarkGenerator generated =
        (GeneratedWatermarkGenerator) read(factory, "generatedWatermarkGenerator");
    WatermarkGenerator generator =
        generated.newInstance(parameters.getContainingTask().getUserCodeClassLoader());
    @SuppressWarnings("unchecked")
    StreamOperatorParameters<RowData> ofRows = (StreamOperatorParameters<RowData>) parameters;
    return new WatermarkAssignerOperator(
        ofRows,
        (Integer) read(factory, "rowtimeFieldIndex"),
        new Delayed(generator, extraDelay),
        (Long) read(factory, "idleTimeout"),
        time);
  }

  private static Object read(WatermarkAssignerOperatorFactory factory, String field) {
    return FlinkFields.read(WatermarkAssignerOperatorFactory.class, field, factory);
  }

  private static final class Delayed extends WatermarkGenerator {
    private static final long serialVersionUID = 1L;

    private final WatermarkGenerator clause;
    private final long extraDelay;

    Delayed(WatermarkGenerator clause, long extraDelay) {
      this.clause = clause;
      this.extraDelay = extraDelay;
    }

    @Override
    public void setRuntimeContext(RuntimeContext context) {
      super.setRuntimeContext(context);
      clause.setRuntimeContext(context);
    }

    @Override
    public void open(OpenContext context) throws Exception {
      clause.open(context);
    }

    @Override
    public void close() throws Exception {
      clause.close();
    }

    @Override
    public long extractTimestamp(RowData row) throws Exception {
      return clause.extractTimestamp(row);
    }

    @Override
    public Long currentWatermark(RowData row) throws Exception {
      Long watermark = clause.currentWatermark(row);
      return watermark == null ? null : (Long) (watermark - extraDelay);
    }
  }
}
