package dev.tidemark.columnar.plan;

import dev.tidemark.columnar.source.ColumnarSource;
import dev.tidemark.columnar.source.PipelineSpec;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.transformations.LegacySourceTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeConfig;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeContext;
import org.apache.flink.table.planner.plan.nodes.exec.SingleTransformationTranslator;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecNode;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;

/** A node that stands for a whole part of a plan, and becomes one source of the job. */
final class ExecColumnar extends ExecNodeBase<RowData>
    implements StreamExecNode<RowData>, SingleTransformationTranslator<RowData> {
  private final PipelineSpec spec;

  ExecColumnar(Pipeline pipeline, ReadableConfig config) {
    super(
        last(pipeline).getId(),
        new ExecNodeContext("tidemark-columnar_1"),
        new Configuration(),
        List.of(),
        last(pipeline).getOutputType(),
        description(pipeline));
    this.spec = pipeline.spec(config);
    setInputEdges(List.of());
  }

  private static ExecNode<?> last(Pipeline pipeline) {
    return pipeline.nodes().get(pipeline.nodes().size() - 1);
  }

  private static String description(Pipeline pipeline) {
    return pipeline.nodes().stream()
        .map(ExecNode::getDescription)
        .collect(Collectors.joining(" -> ", "Columnar(", ")"));
  }

  @Override
  @SuppressWarnings("deprecation") // as ColumnarSource
  protected Transformation<RowData> translateToPlanInternal(
      PlannerBase planner, ExecNodeConfig config) {
    LegacySourceTransformation<RowData> source =
        new LegacySourceTransformation<>(
            createTransformationName(config),
            new ColumnarSource(spec),
            InternalTypeInfo.of(getOutputType()),
            1,
            Boundedness.BOUNDED,
            true);
    source.setDescription(createTransformationDescription(config));
    source.setChainingStrategy(ChainingStrategy.HEAD);
    return source;
  }
}
