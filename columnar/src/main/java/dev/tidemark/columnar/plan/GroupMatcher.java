package dev.tidemark.columnar.plan;

import static dev.tidemark.runtime.compat.OperatorFields.flag;
import static dev.tidemark.runtime.compat.OperatorFields.need;

import dev.tidemark.columnar.agg.AggregateSpec;
import dev.tidemark.columnar.op.GroupSpec;
import dev.tidemark.columnar.state.KeyColumns;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeConfig;
import org.apache.flink.table.planner.plan.nodes.exec.StateMetadata;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecGroupAggregate;
import org.apache.flink.table.planner.plan.utils.AggregateInfoList;
import org.apache.flink.table.planner.plan.utils.AggregateUtil;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** GROUP BY in one phase. */
final class GroupMatcher {
  private GroupMatcher() {}

  static Pipeline match(StreamExecGroupAggregate node, Pipeline input, PlannerBase planner)
      throws NotColumnar {
    requirePlainState(node, planner);
    int[] keys = (int[]) need(node, "grouping");
    LogicalType[] keyTypes = keyTypes(keys, input.types());
    AggregateCall[] calls = (AggregateCall[]) need(node, "aggCalls");
    boolean retracts = flag(node, "needRetraction");
    AggregateInfoList infos =
        AggregateUtil.transformToStreamAggregateInfoList(
            planner.getTypeFactory(),
            (RowType) node.getInputEdges().get(0).getOutputType(),
            JavaScalaConversionUtil.toScala(Arrays.asList(calls)),
            (boolean[]) need(node, "aggCallNeedRetractions"),
            retracts,
            true,
            true);
    AggregateSpec[] aggregates = AggregateMatcher.match(infos, input.types());
    if (!retracts && !input.insertsOnly()) {
      throw new NotColumnar("its input updates rows");
    }
    return input.then(
        node,
        new GroupSpec(
            keys,
            keyTypes,
            aggregates,
            infos.getActualAggregateInfos().length,
            retracts ? counter(infos) : -1,
            flag(node, "generateUpdateBefore")));
  }

  /** The aggregate that counts rows; Flink gives the place among what aggregates keep. */
  static int counter(AggregateInfoList infos) throws NotColumnar {
    int place = infos.getIndexOfCountStar();
    for (int i = 0; i < infos.aggInfos().length; i++) {
      boolean isLast = i == infos.aggInfos().length - 1;
      if (place == 0 && (isLast || !infos.countStarInserted())) {
        return i;
      }
      place -= infos.aggInfos()[i].externalAccTypes().length;
    }
    throw new NotColumnar("it does not count the rows of a key");
  }

  static LogicalType[] keyTypes(int[] keys, LogicalType[] types) throws NotColumnar {
    LogicalType[] keyTypes = new LogicalType[keys.length];
    for (int i = 0; i < keys.length; i++) {
      keyTypes[i] = types[keys[i]];
      if (!KeyColumns.holds(keyTypes[i])) {
        throw new NotColumnar("its key is of type " + keyTypes[i].asSummaryString());
      }
    }
    return keyTypes;
  }

  /** State lives as long as the job, and every row is handled when it comes. */
  static void requirePlainState(ExecNode<?> node, PlannerBase planner) throws NotColumnar {
    ExecNodeConfig config = ExecNodeConfig.ofTableConfig(planner.getTableConfig(), false);
    @SuppressWarnings("unchecked")
    List<StateMetadata> state = (List<StateMetadata>) need(node, "stateMetadataList");
    if (StateMetadata.getStateTtlForOneInputOperator(config, state) > 0) {
      throw new NotColumnar("its state has a time to live");
    }
    if (planner.getTableConfig().get(ExecutionConfigOptions.TABLE_EXEC_MINIBATCH_ENABLED)) {
      throw new NotColumnar("table.exec.mini-batch.enabled is set");
    }
    if (planner.getTableConfig().get(ExecutionConfigOptions.TABLE_EXEC_ASYNC_STATE_ENABLED)) {
      throw new NotColumnar("table.exec.async-state.enabled is set");
    }
  }
}
