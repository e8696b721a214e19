package dev.tidemark.columnar.plan;

import static dev.tidemark.runtime.compat.OperatorFields.flag;
import static dev.tidemark.runtime.compat.OperatorFields.need;

import dev.tidemark.columnar.agg.AggregateSpec;
import dev.tidemark.columnar.op.GlobalWindowSpec;
import dev.tidemark.columnar.op.GlobalWindowSpec.Property;
import dev.tidemark.columnar.op.LocalWindowSpec;
import dev.tidemark.columnar.window.SlicedWindow;
import java.util.Arrays;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.logical.SliceAttachedWindowingStrategy;
import org.apache.flink.table.planner.plan.logical.WindowAttachedWindowingStrategy;
import org.apache.flink.table.planner.plan.logical.WindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecGlobalWindowAggregate;
import org.apache.flink.table.planner.plan.utils.AggregateInfoList;
import org.apache.flink.table.planner.plan.utils.AggregateUtil;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.runtime.groupwindow.NamedWindowProperty;
import org.apache.flink.table.runtime.groupwindow.RowtimeAttribute;
import org.apache.flink.table.runtime.groupwindow.WindowEnd;
import org.apache.flink.table.runtime.groupwindow.WindowProperty;
import org.apache.flink.table.runtime.groupwindow.WindowStart;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** The second phase of a window aggregation, behind the first one. */
@SuppressWarnings("deprecation") // what says of a window when it begins and ends
final class GlobalWindowMatcher {
  private GlobalWindowMatcher() {}

  static Pipeline match(StreamExecGlobalWindowAggregate node, Pipeline input, PlannerBase planner)
      throws NotColumnar {
    if (!(input.last() instanceof LocalWindowSpec local)) {
      throw new NotColumnar("its first phase is not columnar");
    }
    WindowingStrategy windowing = (WindowingStrategy) need(node, "windowing");
    SlicedWindow windows = LocalWindowMatcher.windows(windowing.getWindow());
    if (windowing instanceof WindowAttachedWindowingStrategy) {
      windows = windows.toBeAttached();
    } else if (!(windowing instanceof SliceAttachedWindowingStrategy)) {
      throw new NotColumnar("it is not for slices");
    }
    if (windows.attached() != local.attached()) {
      throw new NotColumnar("its first phase is for other windows");
    }
    AggregateCall[] calls = (AggregateCall[]) need(node, "aggCalls");
    AggregateInfoList infos =
        AggregateUtil.deriveStreamWindowAggregateInfoList(
            planner.getTypeFactory(),
            (RowType) need(node, "localAggInputRowType"),
            JavaScalaConversionUtil.toScala(Arrays.asList(calls)),
            flag(node, "needRetraction"),
            windowing.getWindow(),
            true);
    AggregateSpec[] aggregates = local.aggregates();
    Property[] properties = properties(node);
    LogicalType[] types =
        ((RowType) node.getOutputType()).getChildren().toArray(new LogicalType[0]);
    int keys = ((int[]) need(node, "grouping")).length;
    if (infos.aggInfos().length != aggregates.length
        || types.length != keys + calls.length + properties.length) {
      throw new NotColumnar("it does not compute what its first phase keeps");
    }
    return input.then(
        node,
        new GlobalWindowSpec(
            local.keyTypes(),
            aggregates,
            calls.length,
            infos.getIndexOfCountStar() < 0 ? -1 : GroupMatcher.counter(infos),
            windows,
            local.zone(),
            properties,
            types));
  }

  static Property[] properties(ExecNode<?> node) throws NotColumnar {
    NamedWindowProperty[] named = (NamedWindowProperty[]) need(node, "namedWindowProperties");
    Property[] properties = new Property[named.length];
    for (int i = 0; i < named.length; i++) {
      WindowProperty property = named[i].getProperty();
      if (property instanceof WindowStart) {
        properties[i] = Property.START;
      } else if (property instanceof WindowEnd) {
        properties[i] = Property.END;
      } else if (property instanceof RowtimeAttribute) {
        properties[i] = Property.ROW_TIME;
      } else {
        throw new NotColumnar("it asks for " + property);
      }
    }
    return properties;
  }
}
