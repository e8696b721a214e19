package dev.tidemark.columnar.plan;

import static dev.tidemark.runtime.compat.OperatorFields.flag;
import static dev.tidemark.runtime.compat.OperatorFields.need;

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

/** Deduplication by row time that sends updates. */
final class DeduplicateMatcher {
  private DeduplicateMatcher() {}

  static Pipeline match(StreamExecDeduplicate node, Pipeline input, PlannerBase planner)
      throws NotColumnar {
    if (!flag(node, "isRowtime")) {
      throw new NotColumnar("it goes by processing time");
    }
    if (!flag(node, "keepLastRow") && flag(node, "outputInsertOnly")) {
      throw new NotColumnar("it keeps the first row and waits for watermarks");
    }
    GroupMatcher.requirePlainState(node, planner);
    int[] keys = (int[]) need(node, "uniqueKeys");
    GroupMatcher.keyTypes(keys, input.types());
    RowType rows = (RowType) node.getInputEdges().get(0).getOutputType();
    int time = -1;
    for (int i = 0; i < rows.getFieldCount(); i++) {
      LogicalType type = rows.getTypeAt(i);
      if (time < 0 && TypeCheckUtils.isRowTime(type)) {
        time = i;
      }
      boolean timestamp = type instanceof TimestampType || type instanceof LocalZonedTimestampType;
      if (timestamp && LogicalTypeChecks.getPrecision(type) > 3) {
        throw new NotColumnar("it keeps times finer than a millisecond");
      }
    }
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
            planner
                .getTableConfig()
                .get(
                    ExecutionConfigOptions
                        .TABLE_EXEC_DEDUPLICATE_INSERT_UPDATE_AFTER_SENSITIVE_ENABLED)));
  }
}
