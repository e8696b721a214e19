package dev.tidemark.columnar.plan;

import static dev.tidemark.runtime.compat.OperatorFields.index;
import static dev.tidemark.runtime.compat.OperatorFields.need;

import dev.tidemark.columnar.op.WatermarkSpec;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecWatermarkAssigner;

/** Watermarks that are a column, or a column less a constant. */
final class WatermarkMatcher {
  private WatermarkMatcher() {}

  static Pipeline match(StreamExecWatermarkAssigner node, Pipeline input, PlannerBase planner)
      throws NotColumnar {
    if (!planner
        .getTableConfig()
        .get(ExecutionConfigOptions.TABLE_EXEC_SOURCE_IDLE_TIMEOUT)
        .isZero()) {
      throw new NotColumnar("table.exec.source.idle-timeout is set");
    }
    int column = index(node, "rowtimeFieldIndex");
    long delay = delay((RexNode) need(node, "watermarkExpr"), column);
    return input.then(node, new WatermarkSpec(column, delay));
  }

  private static long delay(RexNode expression, int column) throws NotColumnar {
    if (isColumn(expression, column)) {
      return 0;
    }
    if (expression instanceof RexCall call
        && call.getKind() == SqlKind.MINUS
        && call.getOperands().size() == 2
        && isColumn(call.getOperands().get(0), column)
        && call.getOperands().get(1) instanceof RexLiteral interval
        && interval.getType().getFamily() == SqlTypeFamily.INTERVAL_DAY_TIME) {
      return interval.getValueAs(Long.class);
    }
    throw new NotColumnar("its watermark is not a column less a constant");
  }

  private static boolean isColumn(RexNode expression, int column) {
    return expression instanceof RexInputRef reference && reference.getIndex() == column;
  }
}
