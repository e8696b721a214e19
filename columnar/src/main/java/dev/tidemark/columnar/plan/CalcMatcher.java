package dev.tidemark.columnar.plan;

import static dev.tidemark.runtime.compat.OperatorFields.need;

import dev.tidemark.columnar.op.CalcSpec;
import java.util.List;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecCalc;

/** Projections and filters. */
final class CalcMatcher {
  private CalcMatcher() {}

  static Pipeline match(StreamExecCalc node, Pipeline input) throws NotColumnar {
    @SuppressWarnings("unchecked")
    List<RexNode> projection = (List<RexNode>) need(node, "projection");
    if (need(node, "condition") != null) {
      throw new NotColumnar("it filters");
    }
    int[] columns = new int[projection.size()];
    for (int i = 0; i < columns.length; i++) {
      if (!(projection.get(i) instanceof RexInputRef reference)) {
        throw new NotColumnar("it computes " + projection.get(i));
      }
      columns[i] = reference.getIndex();
    }
    return input.then(node, new CalcSpec(columns));
  }
}
