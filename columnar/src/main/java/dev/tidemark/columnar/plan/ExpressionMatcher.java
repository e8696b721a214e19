package dev.tidemark.columnar.plan;

import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.expr.Arithmetic;
import dev.tidemark.columnar.expr.Comparison;
import dev.tidemark.columnar.expr.Constant;
import dev.tidemark.columnar.expr.Expression;
import dev.tidemark.columnar.expr.InputColumn;
import dev.tidemark.columnar.expr.Junction;
import dev.tidemark.columnar.expr.NoValue;
import dev.tidemark.columnar.expr.Test;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.functions.sql.FlinkSqlOperatorTable;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/** Expressions that cannot fail and whose every value is known. */
final class ExpressionMatcher {
  private final RexBuilder builder;

  ExpressionMatcher(RexBuilder builder) {
    this.builder = builder;
  }

  Expression match(RexNode node) throws NotColumnar {
    if (node instanceof RexInputRef reference) {
      return new InputColumn(reference.getIndex());
    }
    if (node instanceof RexLiteral literal) {
      return constant(literal);
    }
    if (!(node instanceof RexCall call)) {
      throw unknown(node);
    }
    if (call.getOperator().equals(FlinkSqlOperatorTable.PROCTIME)) {
      return new NoValue(); // Flink asks the clock only where the time is used
    }
    List<RexNode> operands = call.getOperands();
    return switch (call.getKind()) {
      case SEARCH -> match(RexUtil.expandSearch(builder, null, call));
      case AND -> new Junction(false, all(operands));
      case OR -> new Junction(true, all(operands));
      case NOT -> test(Test.Question.NOT, call);
      case IS_NULL -> test(Test.Question.IS_NULL, call);
      case IS_NOT_NULL -> test(Test.Question.IS_NOT_NULL, call);
      case IS_TRUE -> test(Test.Question.IS_TRUE, call);
      case IS_FALSE -> test(Test.Question.IS_FALSE, call);
      case IS_NOT_TRUE -> test(Test.Question.IS_NOT_TRUE, call);
      case IS_NOT_FALSE -> test(Test.Question.IS_NOT_FALSE, call);
      case EQUALS -> comparison(Comparison.Operator.EQUAL, call);
      case NOT_EQUALS -> comparison(Comparison.Operator.NOT_EQUAL, call);
      case LESS_THAN -> comparison(Comparison.Operator.LESS, call);
      case LESS_THAN_OR_EQUAL -> comparison(Comparison.Operator.LESS_OR_EQUAL, call);
      case GREATER_THAN -> comparison(Comparison.Operator.GREATER, call);
      case GREATER_THAN_OR_EQUAL -> comparison(Comparison.Operator.GREATER_OR_EQUAL, call);
      case PLUS -> arithmetic(Arithmetic.Operator.PLUS, call);
      case MINUS -> arithmetic(Arithmetic.Operator.MINUS, call);
      case TIMES -> arithmetic(Arithmetic.Operator.TIMES, call);
      case CAST -> widening(call);
      default -> throw unknown(node);
    };
  }

  private static NotColumnar unknown(RexNode node) {
    return new NotColumnar("it computes " + node);
  }

  private Expression[] all(List<RexNode> nodes) throws NotColumnar {
    Expression[] all = new Expression[nodes.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = match(nodes.get(i));
    }
    return all;
  }

  private Expression test(Test.Question question, RexCall call) throws NotColumnar {
    RexNode operand = call.getOperands().get(0);
    if (!Columns.holds(type(operand))) {
      throw unknown(call);
    }
    return new Test(question, match(operand));
  }

  private static LogicalType type(RexNode node) {
    return FlinkTypeFactory.toLogicalType(node.getType());
  }

  private Expression comparison(Comparison.Operator operator, RexCall call) throws NotColumnar {
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    LogicalType a = type(left);
    LogicalType b = type(right);
    boolean fits =
        (isPlainNumber(a) && isPlainNumber(b))
            || (isString(a) && isString(b))
            || (a.is(LogicalTypeRoot.BOOLEAN)
                && b.is(LogicalTypeRoot.BOOLEAN)
                && (operator == Comparison.Operator.EQUAL
                    || operator == Comparison.Operator.NOT_EQUAL))
            || (a.is(LogicalTypeRoot.DATE) && b.is(LogicalTypeRoot.DATE));
    if (!fits) {
      throw unknown(call);
    }
    return new Comparison(operator, match(left), match(right));
  }

  /** Of floating-point numbers only DOUBLE: next to FLOAT, Java would round some. */
  private static boolean isPlainNumber(LogicalType type) {
    return type.is(LogicalTypeFamily.INTEGER_NUMERIC) || type.is(LogicalTypeRoot.DOUBLE);
  }

  private static boolean isString(LogicalType type) {
    return type.is(LogicalTypeFamily.CHARACTER_STRING);
  }

  private Expression arithmetic(Arithmetic.Operator operator, RexCall call) throws NotColumnar {
    Arithmetic.Result result =
        switch (type(call).getTypeRoot()) {
          case INTEGER -> Arithmetic.Result.INT;
          case BIGINT -> Arithmetic.Result.BIGINT;
          case DOUBLE -> Arithmetic.Result.DOUBLE;
          default -> throw unknown(call);
        };
    if (call.getOperands().size() != 2) {
      throw unknown(call);
    }
    for (RexNode operand : call.getOperands()) {
      LogicalType type = type(operand);
      boolean fits =
          result == Arithmetic.Result.DOUBLE
              ? isPlainNumber(type)
              : type.is(LogicalTypeFamily.INTEGER_NUMERIC);
      if (!fits) {
        throw unknown(call);
      }
    }
    Expression[] operands = all(call.getOperands());
    return new Arithmetic(operator, result, operands[0], operands[1]);
  }

  /** Casts that lose nothing, and those that only say whether there may be NULLs. */
  private Expression widening(RexCall call) throws NotColumnar {
    RexNode operand = call.getOperands().get(0);
    LogicalType from = type(operand);
    LogicalType to = type(call);
    if (from.copy(true).equals(to.copy(true)) || (rank(from) > 0 && rank(to) >= rank(from))) {
      return match(operand);
    }
    if (from.is(LogicalTypeFamily.INTEGER_NUMERIC) && to.is(LogicalTypeRoot.DOUBLE)) {
      return new Arithmetic(
          Arithmetic.Operator.PLUS, Arithmetic.Result.DOUBLE, match(operand), new Constant(0L));
    }
    throw unknown(call);
  }

  private static int rank(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case TINYINT -> 1;
      case SMALLINT -> 2;
      case INTEGER -> 3;
      case BIGINT -> 4;
      default -> 0;
    };
  }

  private Constant constant(RexLiteral literal) throws NotColumnar {
    LogicalType type = type(literal);
    if (literal.isNull()) {
      throw unknown(literal);
    }
    if (type.is(LogicalTypeFamily.INTEGER_NUMERIC)) {
      return new Constant(literal.getValueAs(BigDecimal.class).longValueExact());
    }
    if (type.is(LogicalTypeRoot.DOUBLE)) {
      return new Constant(literal.getValueAs(BigDecimal.class).doubleValue());
    }
    if (type.is(LogicalTypeRoot.BOOLEAN)) {
      return new Constant(literal.getValueAs(Boolean.class) ? 1L : 0L);
    }
    if (isString(type)) {
      return new Constant(literal.getValueAs(String.class));
    }
    throw unknown(literal);
  }
}
