package dev.tidemark.columnar.plan;

import static dev.tidemark.runtime.compat.OperatorFields.flag;
import static dev.tidemark.runtime.compat.OperatorFields.need;

import dev.tidemark.columnar.agg.AggregateSpec;
import dev.tidemark.columnar.op.LocalWindowSpec;
import dev.tidemark.columnar.window.SlicedWindow;
import dev.tidemark.columnar.window.SlicedWindow.Kind;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.logical.CumulativeWindowSpec;
import org.apache.flink.table.planner.plan.logical.HoppingWindowSpec;
import org.apache.flink.table.planner.plan.logical.TimeAttributeWindowingStrategy;
import org.apache.flink.table.planner.plan.logical.TumblingWindowSpec;
import org.apache.flink.table.planner.plan.logical.WindowAttachedWindowingStrategy;
import org.apache.flink.table.planner.plan.logical.WindowSpec;
import org.apache.flink.table.planner.plan.logical.WindowingStrategy;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecLocalWindowAggregate;
import org.apache.flink.table.planner.plan.utils.AggregateInfoList;
import org.apache.flink.table.planner.plan.utils.AggregateUtil;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.planner.utils.TableConfigUtils;
import org.apache.flink.table.runtime.util.TimeWindowUtil;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** The first phase of a window aggregation over TUMBLE, HOP or CUMULATE on row time. */
final class LocalWindowMatcher {
  private LocalWindowMatcher() {}

  static Pipeline match(StreamExecLocalWindowAggregate node, Pipeline input, PlannerBase planner)
      throws NotColumnar {
    WindowingStrategy windowing = (WindowingStrategy) need(node, "windowing");
    int time = time(windowing);
    requirePlainInput(input, flag(node, "needRetraction"));
    int[] keys = (int[]) need(node, "grouping");
    LogicalType[] keyTypes = GroupMatcher.keyTypes(keys, input.types());
    RowType output = (RowType) node.getOutputType();
    AggregateInfoList infos = infos(node, windowing, planner);
    AggregateSpec[] aggregates = AggregateMatcher.match(infos, input.types());
    for (AggregateSpec each : aggregates) {
      if (each.distinct()
          && each.kind() != AggregateSpec.Kind.COUNT
          && windowing.getWindow() instanceof HoppingWindowSpec) {
        // Flink fails: it asks functions to take values back that cannot.
        throw new NotColumnar("it computes " + each.kind() + " over distinct values of a HOP");
      }
    }
    int kept = infos.distinctInfos().length;
    for (AggregateSpec each : aggregates) {
      kept += each.accumulators().length;
    }
    if (output.getFieldCount() != keys.length + kept + 1) {
      throw new NotColumnar("it keeps more than its functions do");
    }
    ZoneId zone =
        TimeWindowUtil.getShiftTimeZone(
            windowing.getTimeAttributeType(),
            TableConfigUtils.getLocalTimeZone(planner.getTableConfig()));
    SlicedWindow windows = windows(windowing.getWindow());
    return input.then(
        node,
        new LocalWindowSpec(
            time,
            windowing instanceof WindowAttachedWindowingStrategy,
            keys,
            keyTypes,
            aggregates,
            windows.slice(),
            windows.offset(),
            zone,
            types(output, aggregates, infos.distinctInfos().length)));
  }

  /**
   * Of what is handed on. Calls for the same values share them in Flink; here each has its own, and
   * nobody sees them between the phases.
   */
  private static LogicalType[] types(RowType output, AggregateSpec[] aggregates, int shared) {
    List<LogicalType> types = new ArrayList<>(output.getChildren());
    int end = types.size() - 1;
    long distinct = Arrays.stream(aggregates).filter(AggregateSpec::distinct).count();
    for (int i = shared; i < distinct; i++) {
      types.add(end, types.get(end - 1));
    }
    return types.toArray(new LogicalType[0]);
  }

  /** The column that says which slice a row goes to. */
  private static int time(WindowingStrategy windowing) throws NotColumnar {
    if (windowing instanceof WindowAttachedWindowingStrategy attached) {
      return attached.getWindowEnd();
    }
    if (windowing instanceof TimeAttributeWindowingStrategy times && times.isRowtime()) {
      return times.getTimeAttributeIndex();
    }
    throw new NotColumnar("its windows are not made from row time");
  }

  /** Rows come with watermarks, and are only inserted. */
  static void requirePlainInput(Pipeline input, boolean retracts) throws NotColumnar {
    if (!input.hasWatermarks()) {
      throw new NotColumnar("its watermarks come from elsewhere");
    }
    if (retracts || !input.insertsOnly()) {
      throw new NotColumnar("its input retracts rows");
    }
  }

  private static AggregateInfoList infos(
      StreamExecLocalWindowAggregate node, WindowingStrategy windowing, PlannerBase planner) {
    AggregateCall[] calls = (AggregateCall[]) need(node, "aggCalls");
    return AggregateUtil.deriveStreamWindowAggregateInfoList(
        planner.getTypeFactory(),
        (RowType) node.getInputEdges().get(0).getOutputType(),
        JavaScalaConversionUtil.toScala(Arrays.asList(calls)),
        false,
        windowing.getWindow(),
        false);
  }

  /** As StreamExecWindowAggregateBase#createSliceAssigner and Flink's SliceAssigners. */
  static SlicedWindow windows(WindowSpec window) throws NotColumnar {
    if (window instanceof TumblingWindowSpec tumble) {
      long size = tumble.getSize().toMillis();
      return new SlicedWindow(Kind.TUMBLE, size, size, millis(tumble.getOffset()), false);
    }
    if (window instanceof HoppingWindowSpec hop) {
      return new SlicedWindow(
          Kind.HOP,
          hop.getSize().toMillis(),
          hop.getSlide().toMillis(),
          millis(hop.getOffset()),
          false);
    }
    if (window instanceof CumulativeWindowSpec cumulate) {
      return new SlicedWindow(
          Kind.CUMULATE,
          cumulate.getMaxSize().toMillis(),
          cumulate.getStep().toMillis(),
          millis(cumulate.getOffset()),
          false);
    }
    throw new NotColumnar("its windows have no slices");
  }

  private static long millis(Duration offset) {
    return offset == null ? 0 : offset.toMillis();
  }
}
