package dev.tidemark.columnar.plan;

import static dev.tidemark.runtime.compat.OperatorFields.need;

import dev.tidemark.columnar.join.FlinkCondition;
import dev.tidemark.columnar.join.JoinKeys;
import dev.tidemark.columnar.join.RegularJoinSpec;
import dev.tidemark.columnar.join.WindowJoinSpec;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.logical.WindowAttachedWindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeConfig;
import org.apache.flink.table.planner.plan.nodes.exec.StateMetadata;
import org.apache.flink.table.planner.plan.nodes.exec.spec.IntervalJoinSpec;
import org.apache.flink.table.planner.plan.nodes.exec.spec.IntervalJoinSpec.WindowBounds;
import org.apache.flink.table.planner.plan.nodes.exec.spec.JoinSpec;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecIntervalJoin;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecJoin;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecWindowJoin;
import org.apache.flink.table.planner.plan.utils.JoinUtil;
import org.apache.flink.table.planner.utils.TableConfigUtils;
import org.apache.flink.table.runtime.operators.join.FlinkJoinType;
import org.apache.flink.table.runtime.operators.join.stream.utils.JoinInputSideSpec;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.runtime.util.TimeWindowUtil;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Joins of all rows that ever come, of those whose times are near each other, or of a window. */
final class JoinMatcher {
  private static final Set<FlinkJoinType> TYPES =
      Set.of(FlinkJoinType.INNER, FlinkJoinType.LEFT, FlinkJoinType.RIGHT, FlinkJoinType.FULL);

  private JoinMatcher() {}

  static Pipeline match(StreamExecJoin node, Pipeline left, Pipeline right, PlannerBase planner)
      throws NotColumnar {
    requirePlainInputs(left, right, planner);
    requirePlainState(node, planner);
    JoinSpec join = (JoinSpec) need(node, "joinSpec");
    requireType(join.getJoinType());
    @SuppressWarnings("unchecked")
    List<int[]> leftKeys = (List<int[]>) need(node, "leftUpsertKeys");
    @SuppressWarnings("unchecked")
    List<int[]> rightKeys = (List<int[]>) need(node, "rightUpsertKeys");
    return Pipeline.joining(
        left,
        right,
        new RegularJoinSpec(
            keys(join, left, right),
            new LogicalType[][] {left.types(), right.types()},
            new int[][] {
              uniqueKey(node, 0, join.getLeftKeys(), leftKeys, planner),
              uniqueKey(node, 1, join.getRightKeys(), rightKeys, planner)
            },
            outer(join),
            condition(node, join, planner)),
        node);
  }

  static Pipeline match(
      StreamExecIntervalJoin node, Pipeline left, Pipeline right, PlannerBase planner)
      throws NotColumnar {
    requirePlainInputs(left, right, planner);
    IntervalJoinSpec interval = (IntervalJoinSpec) need(node, "intervalJoinSpec");
    WindowBounds bounds = interval.getWindowBounds();
    if (!bounds.isEventTime()) {
      throw new NotColumnar("it joins by processing time");
    }
    if (bounds.getLeftUpperBound() < bounds.getLeftLowerBound()) {
      throw new NotColumnar("its bounds exclude each other");
    }
    JoinSpec join = interval.getJoinSpec();
    requireType(join.getJoinType());
    return Pipeline.joining(
        left,
        right,
        new dev.tidemark.columnar.join.IntervalJoinSpec(
            keys(join, left, right),
            new LogicalType[][] {left.types(), right.types()},
            new int[] {bounds.getLeftTimeIdx(), bounds.getRightTimeIdx()},
            new long[] {-bounds.getLeftLowerBound(), bounds.getLeftUpperBound()},
            Math.max(
                0,
                planner
                    .getTableConfig()
                    .get(ExecutionConfigOptions.TABLE_EXEC_INTERVAL_JOIN_MIN_CLEAN_UP_INTERVAL)
                    .toMillis()),
            outer(join),
            condition(node, join, planner)),
        node);
  }

  static Pipeline match(
      StreamExecWindowJoin node, Pipeline left, Pipeline right, PlannerBase planner)
      throws NotColumnar {
    requirePlainInputs(left, right, planner);
    if (planner.getTableConfig().get(ExecutionConfigOptions.TABLE_EXEC_ASYNC_STATE_ENABLED)) {
      throw new NotColumnar("table.exec.async-state.enabled is set");
    }
    JoinSpec join = (JoinSpec) need(node, "joinSpec");
    requireType(join.getJoinType());
    WindowAttachedWindowingStrategy windows =
        (WindowAttachedWindowingStrategy) need(node, "leftWindowing");
    WindowAttachedWindowingStrategy others =
        (WindowAttachedWindowingStrategy) need(node, "rightWindowing");
    return Pipeline.joining(
        left,
        right,
        new WindowJoinSpec(
            keys(join, left, right),
            new LogicalType[][] {left.types(), right.types()},
            new int[] {windows.getWindowEnd(), others.getWindowEnd()},
            TimeWindowUtil.getShiftTimeZone(
                windows.getTimeAttributeType(),
                TableConfigUtils.getLocalTimeZone(planner.getTableConfig())),
            outer(join),
            condition(node, join, planner)),
        node);
  }

  private static boolean[] outer(JoinSpec join) {
    FlinkJoinType type = join.getJoinType();
    return new boolean[] {
      type == FlinkJoinType.LEFT || type == FlinkJoinType.FULL,
      type == FlinkJoinType.RIGHT || type == FlinkJoinType.FULL
    };
  }

  private static void requireType(FlinkJoinType type) throws NotColumnar {
    if (!TYPES.contains(type)) {
      throw new NotColumnar("it is a " + type + " join");
    }
  }

  /** Rows are only inserted, and can be kept. */
  private static void requirePlainInputs(Pipeline left, Pipeline right, PlannerBase planner)
      throws NotColumnar {
    for (Pipeline input : List.of(left, right)) {
      if (!input.insertsOnly()) {
        throw new NotColumnar("its input updates rows");
      }
      DeduplicateMatcher.requireStorable(input.types());
    }
    String backend = planner.getTableConfig().get(StateBackendOptions.STATE_BACKEND);
    if (backend != null && !backend.equals("hashmap")) {
      throw new NotColumnar(StateBackendOptions.STATE_BACKEND.key() + " is " + backend);
    }
  }

  private static void requirePlainState(StreamExecJoin node, PlannerBase planner)
      throws NotColumnar {
    ExecNodeConfig config = ExecNodeConfig.ofTableConfig(planner.getTableConfig(), false);
    @SuppressWarnings("unchecked")
    List<StateMetadata> state = (List<StateMetadata>) need(node, "stateMetadataList");
    if (StateMetadata.getStateTtlForMultiInputOperator(config, 2, state).stream()
        .anyMatch(ttl -> ttl > 0)) {
      throw new NotColumnar("its state has a time to live");
    }
    if (planner.getTableConfig().get(ExecutionConfigOptions.TABLE_EXEC_MINIBATCH_ENABLED)) {
      throw new NotColumnar("table.exec.mini-batch.enabled is set");
    }
    if (planner.getTableConfig().get(ExecutionConfigOptions.TABLE_EXEC_ASYNC_STATE_ENABLED)) {
      throw new NotColumnar("table.exec.async-state.enabled is set");
    }
  }

  private static JoinKeys keys(JoinSpec join, Pipeline left, Pipeline right) throws NotColumnar {
    LogicalType[] types = GroupMatcher.keyTypes(join.getLeftKeys(), left.types());
    LogicalType[] others = GroupMatcher.keyTypes(join.getRightKeys(), right.types());
    for (int i = 0; i < types.length; i++) {
      boolean alike = types[i].copy(true).equals(others[i].copy(true));
      boolean strings = isString(types[i]) && isString(others[i]);
      if (!alike && !strings) {
        throw new NotColumnar(
            "it compares " + types[i].asSummaryString() + " with " + others[i].asSummaryString());
      }
    }
    return new JoinKeys(
        new int[][] {join.getLeftKeys(), join.getRightKeys()}, types, join.getFilterNulls());
  }

  private static boolean isString(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case CHAR, VARCHAR -> true;
      default -> false;
    };
  }

  private static FlinkCondition condition(ExecNode<?> node, JoinSpec join, PlannerBase planner)
      throws NotColumnar {
    RexNode condition = join.getNonEquiCondition().orElse(null);
    if (condition == null) {
      return new FlinkCondition(null);
    }
    CalcMatcher.requireNoContext(condition);
    return new FlinkCondition(
        JoinUtil.generateConditionFunction(
            ExecNodeConfig.ofTableConfig(planner.getTableConfig(), false),
            planner.getFlinkContext().getClassLoader(),
            join,
            node.getInputEdges().get(0).getOutputType(),
            node.getInputEdges().get(1).getOutputType()));
  }

  /** As {@link JoinUtil#analyzeJoinInput} chooses it; see {@link RegularJoinSpec#uniqueKeys}. */
  private static int[] uniqueKey(
      ExecNode<?> node, int side, int[] joinKey, List<int[]> upsertKeys, PlannerBase planner) {
    RowType rows = (RowType) node.getInputEdges().get(side).getOutputType();
    JoinInputSideSpec spec =
        JoinUtil.analyzeJoinInput(
            planner.getFlinkContext().getClassLoader(),
            InternalTypeInfo.of(rows),
            joinKey,
            upsertKeys);
    if (!spec.hasUniqueKey()) {
      return null;
    }
    if (spec.joinKeyContainsUniqueKey()) {
      return new int[0];
    }
    int[] smallest = upsertKeys.get(0);
    for (int[] each : upsertKeys) {
      smallest = each.length < smallest.length ? each : smallest;
    }
    return smallest;
  }
}
