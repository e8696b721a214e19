package dev.tidemark.columnar.plan;

import static dev.tidemark.runtime.compat.OperatorFields.need;

import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.expr.Expression;
import dev.tidemark.columnar.op.CalcSpec;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecCalc;
import org.apache.flink.table.types.logical.LogicalType;

/** Projections and filters. */
final class CalcMatcher {
  private CalcMatcher() {}

  static Pipeline match(StreamExecCalc node, Pipeline input, PlannerBase planner)
      throws NotColumnar {
    ExpressionMatcher matcher = new ExpressionMatcher(planner.createRelBuilder().getRexBuilder());
    for (LogicalType type : node.getOutputType().getChildren()) {
      if (!Columns.holds(type)) {
        throw new NotColumnar("it makes a column of type " + type.asSummaryString());
      }
    }
    @SuppressWarnings("unchecked")
    List<RexNode> projection = (List<RexNode>) need(node, "projection");
    Expression[] columns = new Expression[projection.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = matcher.match(projection.get(i));
    }
    RexNode condition = (RexNode) need(node, "condition");
    return input.then(
        node, new CalcSpec(columns, condition == null ? null : matcher.match(condition)));
  }
}
