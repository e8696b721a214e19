package dev.tidemark.columnar.plan;

import static dev.tidemark.runtime.compat.OperatorFields.need;

import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.expr.Expression;
import dev.tidemark.columnar.op.CalcSpec;
import dev.tidemark.columnar.op.FlinkFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.codegen.CalcCodeGenerator$;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecCalc;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Projections and filters: in columns what can be, the rest by Flink's code from column to column.
 */
final class CalcMatcher {
  /** What generated code asks the operator for. */
  private static final Set<String> NEED_CONTEXT =
      Set.of("CURRENT_WATERMARK", "PROCTIME", "PROCTIME_MATERIALIZE", "STREAMRECORD_TIMESTAMP");

  private final StreamExecCalc node;
  private final PlannerBase planner;
  private final ExpressionMatcher matcher;

  private CalcMatcher(StreamExecCalc node, PlannerBase planner) {
    this.node = node;
    this.planner = planner;
    this.matcher = new ExpressionMatcher(planner.createRelBuilder().getRexBuilder());
  }

  static Pipeline match(StreamExecCalc node, Pipeline input, PlannerBase planner)
      throws NotColumnar {
    for (LogicalType type : node.getOutputType().getChildren()) {
      if (!Columns.holds(type) && !(type instanceof DecimalType)) {
        throw new NotColumnar("it makes a column of type " + type.asSummaryString());
      }
    }
    return input.then(node, new CalcMatcher(node, planner).spec());
  }

  @SuppressWarnings("unchecked")
  private CalcSpec spec() throws NotColumnar {
    List<RexNode> projection = (List<RexNode>) need(node, "projection");
    Expression[] columns = new Expression[projection.size()];
    List<RexNode> flinks = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      columns[i] = columnar(projection.get(i));
      if (columns[i] == null) {
        flinks.add(projection.get(i));
      }
    }
    RexNode condition = (RexNode) need(node, "condition");
    Expression columnarCondition = condition == null ? null : columnar(condition);
    boolean flinkDecides = condition != null && columnarCondition == null;
    return new CalcSpec(
        columns,
        flinks.isEmpty() ? null : function(flinks),
        columnarCondition,
        flinkDecides ? function(List.of(condition)) : null);
  }

  /** The columnar form of an expression; null if it has none. */
  private Expression columnar(RexNode expression) {
    try {
      return matcher.match(expression);
    } catch (NotColumnar e) {
      return null;
    }
  }

  private FlinkFunction function(List<RexNode> expressions) throws NotColumnar {
    List<LogicalType> types = new ArrayList<>();
    for (RexNode expression : expressions) {
      requireNoContext(expression);
      types.add(FlinkTypeFactory.toLogicalType(expression.getType()));
    }
    return new FlinkFunction(
        CalcCodeGenerator$.MODULE$.generateFunction(
            (RowType) node.getInputEdges().get(0).getOutputType(),
            "ColumnarCalc",
            RowType.of(types.toArray(new LogicalType[0])),
            GenericRowData.class,
            JavaScalaConversionUtil.toScala(expressions),
            JavaScalaConversionUtil.toScala(Optional.<RexNode>empty()),
            planner.getTableConfig(),
            planner.getFlinkContext().getClassLoader()),
        types.toArray(new LogicalType[0]));
  }

  /** Generated code must be able to do without its operator. */
  static void requireNoContext(RexNode expression) throws NotColumnar {
    List<String> found = new ArrayList<>();
    expression.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitCall(RexCall call) {
            if (NEED_CONTEXT.contains(call.getOperator().getName())) {
              found.add(call.getOperator().getName());
            }
            return super.visitCall(call);
          }
        });
    if (!found.isEmpty()) {
      throw new NotColumnar("it asks for " + found.get(0));
    }
  }
}
