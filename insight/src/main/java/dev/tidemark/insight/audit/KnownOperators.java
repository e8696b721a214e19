package dev.tidemark.insight.audit;

import dev.tidemark.runtime.compat.OperatorFields;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.runtime.asyncprocessing.operators.AsyncKeyedProcessOperator;
import org.apache.flink.runtime.asyncprocessing.operators.co.AsyncKeyedCoProcessOperator;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.api.operators.SourceOperator;
import org.apache.flink.streaming.api.operators.StreamFilter;
import org.apache.flink.streaming.api.operators.StreamFlatMap;
import org.apache.flink.streaming.api.operators.StreamGroupedReduceOperator;
import org.apache.flink.streaming.api.operators.StreamMap;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamProject;
import org.apache.flink.streaming.api.operators.StreamSink;
import org.apache.flink.streaming.api.operators.StreamSource;
import org.apache.flink.streaming.api.operators.async.AsyncWaitOperator;
import org.apache.flink.streaming.api.operators.co.CoProcessOperator;
import org.apache.flink.streaming.api.operators.co.CoStreamFlatMap;
import org.apache.flink.streaming.api.operators.co.CoStreamMap;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;

/**
 * Operators of Flink 2.3 that never drop a row because of its time. Each is named, with its package
 * where the whole package is so: what Flink adds later is not audited until somebody has read it.
 */
final class KnownOperators {
  private static final String TABLE = "org.apache.flink.table.runtime.operators.";

  /** Operators and operator packages of SQL. */
  private static final String[] TABLE_OPERATORS = {
    "TableKeyedAsyncWaitOperator",
    "bundle.",
    "dynamicfiltering.",
    "fusion.",
    "join.HashJoinOperator",
    "join.SortMergeJoinOperator",
    "join.adaptive.",
    "join.deltajoin.StreamingDeltaJoinOperator",
    "join.stream.",
    "join.temporal.TemporalProcessTimeJoinOperator",
    // Flink 2.3.0 keeps a late probe row and joins it at the next watermark.
    "join.temporal.TemporalRowTimeJoinOperator",
    "multipleinput.",
    "over.BufferDataOverWindowOperator",
    "over.NonBufferOverWindowOperator",
    "runtimefilter.",
    "sink.",
    "sort.LimitOperator",
    "sort.ProcTimeSortOperator",
    "sort.RankOperator",
    "sort.SortLimitOperator",
    "sort.SortOperator",
    "sort.StreamSortOperator",
    "source.",
    "values.",
    "wmassigners.",
  };

  /** Functions that SQL runs in Flink's general process operators. */
  private static final String[] TABLE_FUNCTIONS = {
    "aggregate.",
    "calc.",
    "correlate.",
    "deduplicate.ProcTime",
    "deduplicate.RowTimeDeduplicateFunction",
    "deduplicate.asyncprocessing.AsyncStateRowTimeDeduplicateFunction",
    "join.interval.ProcTimeIntervalJoin",
    "join.lookup.",
    "misc.",
    "ml.",
    "over.NonTime",
    "over.ProcTime",
    "rank.",
    "search.",
    "sink.",
  };

  private static final String[] OTHERS = {
    "org.apache.flink.streaming.runtime.operators.sink.",
    "org.apache.flink.streaming.runtime.operators.TimestampsAndWatermarksOperator",
    "org.apache.flink.streaming.api.operators.collect.",
    "org.apache.flink.streaming.api.functions.source.",
    "org.apache.flink.connector.",
    "org.apache.flink.table.filesystem.",
    "org.apache.flink.table.codegen",
    "dev.tidemark.runtime."
  };

  private KnownOperators() {}

  @SuppressWarnings("deprecation") // SQL still makes legacy sources
  static boolean dropsNothing(StreamOperator<?> operator) {
    if (operator instanceof SourceOperator
        || operator instanceof StreamSource
        || operator instanceof StreamMap
        || operator instanceof StreamFilter
        || operator instanceof StreamFlatMap
        || operator instanceof StreamProject
        || operator instanceof StreamGroupedReduceOperator
        || operator instanceof StreamSink
        || operator instanceof CoStreamMap
        || operator instanceof CoStreamFlatMap
        || operator instanceof AsyncWaitOperator) {
      return true;
    }
    if (runsFunctionWithTime(operator)) {
      Function function = OperatorFields.function(operator);
      return function != null && functionDropsNothing(function.getClass().getName());
    }
    return dropsNothing(operator.getClass().getName());
  }

  static boolean functionDropsNothing(String name) {
    return startsWith(name, TABLE, TABLE_FUNCTIONS);
  }

  static boolean dropsNothing(String name) {
    // What SQL's planner has generated, projections and conditions, is in no package.
    return name.indexOf('.') < 0
        || startsWith(name, TABLE, TABLE_OPERATORS)
        || startsWith(name, "", OTHERS);
  }

  /** Whether the operator is one in which a function sees time and may drop by itself. */
  static boolean runsFunctionWithTime(StreamOperator<?> operator) {
    return operator instanceof ProcessOperator
        || operator instanceof KeyedProcessOperator
        || operator instanceof CoProcessOperator
        || operator instanceof KeyedCoProcessOperator
        || operator instanceof AsyncKeyedProcessOperator
        || operator instanceof AsyncKeyedCoProcessOperator;
  }

  private static boolean startsWith(String name, String prefix, String[] starts) {
    for (String start : starts) {
      if (name.startsWith(start, prefix.length()) && name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
