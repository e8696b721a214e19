package dev.tidemark.columnar.plan;

import dev.tidemark.columnar.agg.Accumulators;
import dev.tidemark.columnar.agg.AggregateSpec;
import dev.tidemark.columnar.agg.AggregateSpec.Kind;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.state.KeyColumns;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.table.functions.UserDefinedFunction;
import org.apache.flink.table.planner.functions.aggfunctions.AvgAggFunction;
import org.apache.flink.table.planner.functions.aggfunctions.Count1AggFunction;
import org.apache.flink.table.planner.functions.aggfunctions.CountAggFunction;
import org.apache.flink.table.planner.functions.aggfunctions.MaxAggFunction;
import org.apache.flink.table.planner.functions.aggfunctions.MinAggFunction;
import org.apache.flink.table.planner.functions.aggfunctions.Sum0AggFunction;
import org.apache.flink.table.planner.functions.aggfunctions.SumAggFunction;
import org.apache.flink.table.planner.functions.aggfunctions.SumWithRetractAggFunction;
import org.apache.flink.table.planner.plan.utils.AggregateInfo;
import org.apache.flink.table.planner.plan.utils.AggregateInfoList;
import org.apache.flink.table.planner.plan.utils.DistinctInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;

/** Aggregate calls whose accumulators are known. */
final class AggregateMatcher {
  private AggregateMatcher() {}

  /**
   * Says what the calls compute.
   *
   * @param input the types of the columns that the calls refer to
   */
  static AggregateSpec[] match(AggregateInfoList infos, LogicalType[] input) throws NotColumnar {
    Map<Integer, Integer> filters = distinctFilters(infos);
    AggregateSpec[] specs = new AggregateSpec[infos.aggInfos().length];
    for (int i = 0; i < specs.length; i++) {
      AggregateInfo info = infos.aggInfos()[i];
      Kind kind = kind(info.function());
      if (kind == null || info.argIndexes().length > 1) {
        throw new NotColumnar(
            "it computes " + info.agg().getAggregation().getName().toUpperCase(Locale.ROOT));
      }
      int argument = info.argIndexes().length == 0 ? -1 : info.argIndexes()[0];
      LogicalType argumentType = argument < 0 ? null : input[argument];
      boolean held = kind == Kind.COUNT || Columns.holds(argumentType);
      if (!held || !Accumulators.supports(kind, argumentType)) {
        throw new NotColumnar("it computes " + kind + " over " + argumentType.asSummaryString());
      }
      boolean distinct = filters.containsKey(i);
      if (distinct && !KeyColumns.holds(argumentType)) {
        throw new NotColumnar("it keeps distinct values of " + argumentType.asSummaryString());
      }
      specs[i] =
          new AggregateSpec(
              kind,
              argument,
              argumentType,
              distinct,
              distinct ? filters.get(i) : info.agg().filterArg,
              types(info.externalAccTypes()),
              info.externalResultType().getLogicalType());
    }
    return specs;
  }

  /** The filter column, or -1, of each aggregate with DISTINCT: its call has lost both. */
  private static Map<Integer, Integer> distinctFilters(AggregateInfoList infos) {
    Map<Integer, Integer> filters = new HashMap<>();
    for (DistinctInfo info : infos.distinctInfos()) {
      for (int i = 0; i < info.aggIndexes().size(); i++) {
        filters.put((Integer) info.aggIndexes().apply(i), (Integer) info.filterArgs().apply(i));
      }
    }
    return filters;
  }

  private static LogicalType[] types(DataType[] types) {
    LogicalType[] logical = new LogicalType[types.length];
    for (int i = 0; i < types.length; i++) {
      logical[i] = types[i].getLogicalType();
    }
    return logical;
  }

  private static Kind kind(UserDefinedFunction function) {
    if (function instanceof CountAggFunction || function instanceof Count1AggFunction) {
      return Kind.COUNT;
    }
    if (function instanceof SumAggFunction || function instanceof SumWithRetractAggFunction) {
      return Kind.SUM;
    }
    if (function instanceof Sum0AggFunction) {
      return Kind.SUM0;
    }
    if (function instanceof MinAggFunction) {
      return Kind.MIN;
    }
    if (function instanceof MaxAggFunction) {
      return Kind.MAX;
    }
    return function instanceof AvgAggFunction ? Kind.AVG : null;
  }
}
