package dev.tidemark.columnar.plan;

import static dev.tidemark.runtime.compat.OperatorFields.need;

import dev.tidemark.columnar.op.WindowTableSpec;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.logical.TumblingWindowSpec;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecWindowTableFunction;
import org.apache.flink.table.planner.utils.TableConfigUtils;
import org.apache.flink.table.runtime.util.TimeWindowUtil;

/** Functions that put each row into one window. */
final class WindowTableMatcher {
  private WindowTableMatcher() {}

  static Pipeline match(StreamExecWindowTableFunction node, Pipeline input, PlannerBase planner)
      throws NotColumnar {
    TimeAttributeWindowingStrategy windowing =
        (TimeAttributeWindowingStrategy) need(node, "windowingStrategy");
    if (!(windowing.getWindow() instanceof TumblingWindowSpec window)) {
      throw new NotColumnar("it may put a row into several windows");
    }
    if (!windowing.isRowtime() || !input.hasWatermarks()) {
      throw new NotColumnar("its windows are not by row time");
    }
    return input.then(
        node,
        new WindowTableSpec(
            windowing.getTimeAttributeIndex(),
            window.getSize().toMillis(),
            window.getOffset() == null ? 0 : window.getOffset().toMillis(),
            TimeWindowUtil.getShiftTimeZone(
                windowing.getTimeAttributeType(),
                TableConfigUtils.getLocalTimeZone(planner.getTableConfig()))));
  }
}
