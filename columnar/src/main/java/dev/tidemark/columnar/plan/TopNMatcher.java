package dev.tidemark.columnar.plan;

import static dev.tidemark.runtime.compat.OperatorFields.flag;
import static dev.tidemark.runtime.compat.OperatorFields.need;

import dev.tidemark.columnar.op.GroupSpec;
import dev.tidemark.columnar.op.TopNSpec;
import dev.tidemark.columnar.op.TopNSpec.Strategy;
import dev.tidemark.columnar.state.RowOrder;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.spec.PartitionSpec;
import org.apache.flink.table.planner.plan.nodes.exec.spec.SortSpec;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecRank;
import org.apache.flink.table.planner.plan.utils.RankProcessStrategy;
import org.apache.flink.table.runtime.operators.rank.ConstantRankRange;
import org.apache.flink.table.runtime.operators.rank.RankType;
import org.apache.flink.table.runtime.typeutils.TypeCheckUtils;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/** Top-N by ROW_NUMBER, as StreamExecRank chooses Flink's function for it. */
final class TopNMatcher {
  private TopNMatcher() {}

  static Pipeline match(StreamExecRank node, Pipeline input, PlannerBase planner)
      throws NotColumnar {
    if (need(node, "rankType") != RankType.ROW_NUMBER) {
      throw new NotColumnar("it ranks by " + need(node, "rankType"));
    }
    if (!(need(node, "rankRange") instanceof ConstantRankRange range)) {
      throw new NotColumnar("its ranks end at a column's value");
    }
    GroupMatcher.requirePlainState(node, planner);
    LogicalType[] types = input.types();
    DeduplicateMatcher.requireStorable(types);
    int[] partition = ((PartitionSpec) need(node, "partitionSpec")).getFieldIndices();
    GroupMatcher.keyTypes(partition, types);
    boolean first = range.getRankStart() == 1 && range.getRankEnd() == 1;
    Strategy strategy = strategy((RankProcessStrategy) need(node, "rankStrategy"), first);
    if (strategy == Strategy.APPEND && !input.insertsOnly()) {
      throw new NotColumnar("its input updates rows");
    }
    if (strategy == Strategy.RETRACT
        && range.getRankStart() > 1
        && !flag(node, "outputRankNumber")) {
      // Flink's function then changes the kind of rows that it keeps, and does not find them again.
      throw new NotColumnar("it leaves out the first ranks and does not give the others");
    }
    int[] found = found(strategy, (RankProcessStrategy) need(node, "rankStrategy"), input);
    return input.then(
        node,
        new TopNSpec(
            partition,
            order((SortSpec) need(node, "sortSpec"), types),
            types,
            range.getRankStart(),
            range.getRankEnd(),
            strategy,
            found,
            strategy == Strategy.RETRACT && found.length < types.length,
            flag(node, "outputRankNumber"),
            flag(node, "generateUpdateBefore")));
  }

  private static Strategy strategy(RankProcessStrategy strategy, boolean first) throws NotColumnar {
    if (strategy instanceof RankProcessStrategy.RetractStrategy) {
      return Strategy.RETRACT;
    }
    if (first) {
      return Strategy.FIRST;
    }
    if (strategy instanceof RankProcessStrategy.AppendFastStrategy) {
      return Strategy.APPEND;
    }
    if (strategy instanceof RankProcessStrategy.UpdateFastStrategy) {
      return Strategy.UPDATE;
    }
    throw new NotColumnar("it goes by " + strategy);
  }

  private static int[] found(Strategy strategy, RankProcessStrategy flinks, Pipeline input) {
    return switch (strategy) {
      case APPEND, FIRST -> new int[0];
      case UPDATE -> ((RankProcessStrategy.UpdateFastStrategy) flinks).getPrimaryKeys();
      case RETRACT -> IntStream.range(0, findingColumns(input)).toArray();
    };
  }

  /**
   * How many columns, from the first on, it takes to find a row that is taken back. Flink compares
   * whole rows. GROUP BY has one row a key at any time, and takes back what it has sent, so there
   * the key will do; but not where 0.0 can become -0.0, of which it says nothing.
   */
  private static int findingColumns(Pipeline input) {
    boolean floating =
        Arrays.stream(input.types())
            .anyMatch(type -> type.is(LogicalTypeRoot.DOUBLE) || type.is(LogicalTypeRoot.FLOAT));
    return !floating && input.last() instanceof GroupSpec group
        ? group.keys().length
        : input.types().length;
  }

  private static RowOrder.Field[] order(SortSpec spec, LogicalType[] types) throws NotColumnar {
    RowOrder.Field[] fields = new RowOrder.Field[spec.getFieldSize()];
    for (int i = 0; i < fields.length; i++) {
      SortSpec.SortFieldSpec field = spec.getFieldSpec(i);
      LogicalType type = types[field.getFieldIndex()];
      if (!isSortable(type)) {
        throw new NotColumnar("it sorts by " + type.asSummaryString());
      }
      fields[i] =
          new RowOrder.Field(
              field.getFieldIndex(), field.getIsAscendingOrder(), field.getNullIsLast());
    }
    return fields;
  }

  private static boolean isSortable(LogicalType type) {
    if (TypeCheckUtils.isProcTime(type)) {
      return false;
    }
    return switch (type.getTypeRoot()) {
      case BOOLEAN,
          TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          DOUBLE,
          DECIMAL,
          DATE,
          CHAR,
          VARCHAR,
          TIMESTAMP_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          true;
      default -> false;
    };
  }
}
