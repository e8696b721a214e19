package dev.tidemark.columnar.plan;

import static dev.tidemark.runtime.compat.OperatorFields.flag;
import static dev.tidemark.runtime.compat.OperatorFields.need;

import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.op.ArrivalDeduplicateSpec;
import dev.tidemark.columnar.op.DeduplicateSpec;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecDeduplicate;
import org.apache.flink.table.runtime.typeutils.TypeCheckUtils;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** Deduplication: by row time where it sends updates, and by processing time. */
final class DeduplicateMatcher {
  private DeduplicateMatcher() {}

  static Pipeline match(StreamExecDeduplicate node, Pipeline input, PlannerBase planner)
      throws NotColumnar {
    if (!flag(node, "isRowtime")) {
      return byArrival(node, input, planner);
    }
    if (!flag(node, "keepLastRow") && flag(node, "outputInsertOnly")) {
      throw new NotColumnar("it keeps the first row and waits for watermarks");
    }
    if (!input.insertsOnly()) {
      throw new NotColumnar("its input updates rows");
    }
    GroupMatcher.requirePlainState(node, planner);
    int[] keys = (int[]) need(node, "uniqueKeys");
    GroupMatcher.keyTypes(keys, input.types());
    RowType rows = (RowType) node.getInputEdges().get(0).getOutputType();
    int time = -1;
    for (int i = rows.getFieldCount() - 1; i >= 0; i--) {
      if (TypeCheckUtils.isRowTime(rows.getTypeAt(i))) {
        time = i;
      }
    }
    requireStorable(input.types());
    if (time < 0) {
      throw new NotColumnar("it has no row time");
    }
    return input.then(
        node,
        new DeduplicateSpec(
            keys,
            input.types(),
            time,
            flag(node, "keepLastRow"),
            flag(node, "generateUpdateBefore"),
            insertsFirst(planner)));
  }

  private static Pipeline byArrival(StreamExecDeduplicate node, Pipeline input, PlannerBase planner)
      throws NotColumnar {
    if (!input.insertsOnly()) {
      throw new NotColumnar("its input updates rows");
    }
    GroupMatcher.requirePlainState(node, planner);
    int[] keys = (int[]) need(node, "uniqueKeys");
    GroupMatcher.keyTypes(keys, input.types());
    requireStorable(input.types());
    return input.then(
        node,
        new ArrivalDeduplicateSpec(
            keys,
            input.types(),
            flag(node, "keepLastRow"),
            flag(node, "generateUpdateBefore"),
            insertsFirst(planner)));
  }

  private static boolean insertsFirst(PlannerBase planner) {
    return planner
        .getTableConfig()
        .get(ExecutionConfigOptions.TABLE_EXEC_DEDUPLICATE_INSERT_UPDATE_AFTER_SENSITIVE_ENABLED);
  }

  /** Whole rows are kept: of types that columns hold, and no times finer than a millisecond. */
  static void requireStorable(LogicalType[] types) throws NotColumnar {
    for (LogicalType type : types) {
      if (!Columns.holds(type)) {
        throw new NotColumnar("it keeps rows with a " + type.asSummaryString());
      }
      boolean timestamp = type instanceof TimestampType || type instanceof LocalZonedTimestampType;
      if (timestamp && LogicalTypeChecks.getPrecision(type) > 3) {
        throw new NotColumnar("it keeps times finer than a millisecond");
      }
    }
  }
}
