package dev.tidemark.columnar.plan;

import static dev.tidemark.runtime.compat.OperatorFields.flag;
import static dev.tidemark.runtime.compat.OperatorFields.need;

import dev.tidemark.columnar.op.GlobalWindowSpec.Property;
import dev.tidemark.columnar.op.SessionWindowSpec;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.TimeZone;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecWindowAggregate;
import org.apache.flink.table.planner.plan.utils.AggregateInfoList;
import org.apache.flink.table.planner.plan.utils.AggregateUtil;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.planner.utils.TableConfigUtils;
import org.apache.flink.table.runtime.util.TimeWindowUtil;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Aggregation over SESSION on row time. */
final class SessionWindowMatcher {
  private SessionWindowMatcher() {}

  static Pipeline match(StreamExecWindowAggregate node, Pipeline input, PlannerBase planner)
      throws NotColumnar {
    if (!(need(node, "windowing") instanceof TimeAttributeWindowingStrategy windowing)
        || !windowing.isRowtime()) {
      throw new NotColumnar("its windows are not made from row time");
    }
    if (!(windowing.getWindow()
        instanceof org.apache.flink.table.planner.plan.logical.SessionWindowSpec window)) {
      throw new NotColumnar("its windows are put together in one phase");
    }
    LocalWindowMatcher.requirePlainInput(input, flag(node, "needRetraction"));
    ZoneId zone =
        TimeWindowUtil.getShiftTimeZone(
            windowing.getTimeAttributeType(),
            TableConfigUtils.getLocalTimeZone(planner.getTableConfig()));
    if (TimeZone.getTimeZone(zone).useDaylightTime()) {
      throw new NotColumnar("its sessions go by clocks that are put forward and back");
    }
    int[] keys = (int[]) need(node, "grouping");
    AggregateCall[] calls = (AggregateCall[]) need(node, "aggCalls");
    AggregateInfoList infos =
        AggregateUtil.deriveStreamWindowAggregateInfoList(
            planner.getTypeFactory(),
            (RowType) node.getInputEdges().get(0).getOutputType(),
            JavaScalaConversionUtil.toScala(Arrays.asList(calls)),
            false,
            window,
            true);
    Property[] properties = GlobalWindowMatcher.properties(node);
    LogicalType[] types =
        ((RowType) node.getOutputType()).getChildren().toArray(new LogicalType[0]);
    if (types.length != keys.length + calls.length + properties.length) {
      throw new NotColumnar("it makes other columns than it is asked for");
    }
    return input.then(
        node,
        new SessionWindowSpec(
            windowing.getTimeAttributeIndex(),
            keys,
            GroupMatcher.keyTypes(keys, input.types()),
            AggregateMatcher.match(infos, input.types()),
            calls.length,
            window.getGap().toMillis(),
            zone,
            properties,
            types));
  }
}
