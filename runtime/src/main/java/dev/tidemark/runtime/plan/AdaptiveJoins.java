package dev.tidemark.runtime.plan;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.api.graph.StreamEdge;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.table.runtime.operators.join.adaptive.AdaptiveJoin;

/**
 * Batch plans leave some joins open until the sizes of their inputs are known. Here they become
 * what the planner would have chosen without that knowledge; with one subtask a broadcast gains
 * nothing. Mirrors Flink's PostProcessAdaptiveJoinStrategy.
 */
final class AdaptiveJoins {
  private AdaptiveJoins() {}

  static void settle(StreamGraph graph, ClassLoader classLoader) {
    for (StreamNode node : graph.getStreamNodes()) {
      if (node.getOperatorFactory() instanceof AdaptiveJoin join) {
        if (join.shouldReorderInputs()) {
          readBuildSideFirst(node);
        }
        StreamOperatorFactory<?> settled =
            join.genOperatorFactory(classLoader, graph.getJobConfiguration());
        node.setOperatorFactory(settled);
      }
    }
  }

  private static void readBuildSideFirst(StreamNode node) {
    for (StreamEdge edge : node.getInEdges()) {
      edge.setTypeNumber(edge.getTypeNumber() == 1 ? 2 : 1);
    }
    TypeSerializer<?>[] serializers = node.getTypeSerializersIn();
    node.setSerializersIn(serializers[1], serializers[0]);
  }
}
