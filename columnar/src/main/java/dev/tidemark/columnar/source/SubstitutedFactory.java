package dev.tidemark.columnar.source;

import dev.tidemark.runtime.plan.Substitute;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.table.data.RowData;

/**
 * The factory of Flink's operator, with the pipeline that does its work and that of those above.
 */
public final class SubstitutedFactory
    implements OneInputStreamOperatorFactory<RowData, RowData>, Substitute {
  private static final long serialVersionUID = 1L;

  private final StreamOperatorFactory<RowData> original;
  private final StreamOperatorFactory<RowData> running;

  public SubstitutedFactory(StreamOperatorFactory<RowData> original, PipelineSpec spec) {
    this.original = original;
    this.running = SimpleOperatorFactory.of(new ColumnarSource(spec));
  }

  @Override
  public StreamOperatorFactory<RowData> original() {
    return original;
  }

  @Override
  public StreamOperatorFactory<RowData> running() {
    return running;
  }

  @Override
  @SuppressWarnings("TypeParameterUnusedInFormals") // as Flink declares it
  public <T extends StreamOperator<RowData>> T createStreamOperator(
      StreamOperatorParameters<RowData> parameters) {
    return original.createStreamOperator(parameters);
  }

  @Override
  public void setChainingStrategy(ChainingStrategy strategy) {
    original.setChainingStrategy(strategy);
  }

  @Override
  public ChainingStrategy getChainingStrategy() {
    return original.getChainingStrategy();
  }

  @Override
  @SuppressWarnings("rawtypes") // as Flink declares it
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return original.getStreamOperatorClass(classLoader);
  }
}
