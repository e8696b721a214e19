package dev.tidemark.insight.audit;

import dev.tidemark.insight.audit.BehindWatermark.RowTime;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.runtime.compat.OperatorFields;
import dev.tidemark.runtime.compat.ProcessTableFields;
import dev.tidemark.runtime.compat.RowTypes;
import dev.tidemark.runtime.compat.WindowFields;
import dev.tidemark.runtime.observe.ObservedNode;
import java.util.Arrays;
import java.util.Objects;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.runtime.asyncprocessing.operators.co.AsyncIntervalJoinOperator;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.co.IntervalJoinOperator;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.table.runtime.operators.deduplicate.RowTimeDeduplicateKeepFirstRowFunction;
import org.apache.flink.table.runtime.operators.join.interval.RowTimeIntervalJoin;
import org.apache.flink.table.runtime.operators.over.AbstractRowTimeUnboundedPrecedingOver;
import org.apache.flink.table.runtime.operators.over.RowTimeRangeBoundedPrecedingFunction;
import org.apache.flink.table.runtime.operators.over.RowTimeRowsBoundedPrecedingFunction;
import org.apache.flink.table.runtime.operators.over.RowTimeUnboundedPrecedingOverFunctionV2;
import org.apache.flink.table.runtime.operators.process.AbstractProcessTableOperator;
import org.apache.flink.table.runtime.operators.process.ProcessSetTableOperator;
import org.apache.flink.table.runtime.operators.sort.RowTimeSortOperator;

/** Decides for each operator of a run whether it may drop rows, and by which rule. */
public final class Auditors {
  private static final String CEP = "org.apache.flink.cep.operator.CepOperator";

  private final WindowAuditors windows = new WindowAuditors();

  /** Judges an operator; those above it come first. */
  public Verdict judge(ObservedNode node) {
    Verdict verdict = windows.judge(node);
    if (verdict == null) {
      verdict = other(node);
    }
    if (verdict == null) {
      verdict = function(node);
    }
    if (verdict != null) {
      return verdict;
    }
    if (KnownOperators.dropsNothing(node.operator())) {
      return new Verdict.NeverDrops();
    }
    return new Verdict.NotAudited(
        KnownOperators.runsFunctionWithTime(node.operator())
            ? "its function decides by itself what becomes of a late row"
            : "it may drop rows in ways that cannot be seen from outside");
  }

  private static Verdict other(ObservedNode node) {
    StreamOperator<?> operator = node.operator();
    if (operator instanceof RowTimeSortOperator) {
      RowTime time = RowTime.column(OperatorFields.index(operator, "rowTimeIdx"));
      return new Verdict.Audited(books -> new SortAudit(books, time));
    }
    if (operator instanceof AbstractProcessTableOperator table) {
      return processTable(table);
    }
    if (WindowFields.isStreamWindow(operator)) {
      AbstractStreamOperator<?> window = (AbstractStreamOperator<?>) operator;
      return WindowFields.streamAssigner(window).isEventTime()
          ? new Verdict.Audited(
              books -> new StreamWindowAudit(books, window), StreamWindowAudit.windowing(window))
          : new Verdict.NeverDrops();
    }
    if (operator instanceof IntervalJoinOperator || operator instanceof AsyncIntervalJoinOperator) {
      return new Verdict.Audited(StreamIntervalJoinAudit::new);
    }
    if (operator.getClass().getName().equals(CEP)) {
      return cep(operator);
    }
    return null;
  }

  private static Verdict cep(StreamOperator<?> operator) {
    if (OperatorFields.flag(operator, "isProcessingTime")) {
      return new Verdict.NeverDrops();
    }
    BehindWatermark rule = new BehindWatermark(RowTime.attached(), 0);
    return OperatorFields.isSet(operator, "lateDataOutputTag")
        ? new Verdict.Audited(books -> new RuleAudit(books, DropReason.SIDE_OUTPUT, rule))
        : new Verdict.Audited(
            books -> new CounterAudit(books, DropReason.MATCH_RECOGNIZE, rule, CounterAudit.LATE));
  }

  private static Verdict processTable(AbstractProcessTableOperator operator) {
    BehindWatermark[] rules = {};
    if (operator instanceof ProcessSetTableOperator) {
      boolean[] sorted = ProcessTableFields.sortedInputs(operator);
      rules = new BehindWatermark[sorted.length];
      for (int i = 0; i < sorted.length; i++) {
        if (sorted[i]) {
          rules[i] =
              new BehindWatermark(RowTime.column(ProcessTableFields.sortColumn(operator, i)), 0);
        }
      }
    }
    BehindWatermark[] found = rules;
    long sorted = Arrays.stream(found).filter(Objects::nonNull).count();
    // The operator itself hands over every row of an input that is not sorted.
    boolean allSorted = sorted > 0 && sorted == found.length;
    boolean decides = !allSorted && ProcessTableFields.seesTime(operator);
    String how = " gets every row and sees the watermark: it decides what becomes of a late one";
    if (sorted == 0) {
      return decides
          ? new Verdict.NotAudited("the process table function" + how)
          : new Verdict.NeverDrops();
    }
    return new Verdict.Audited(
        books -> new RuleAudit(books, DropReason.PROCESS_TABLE_FUNCTION, found),
        null,
        decides ? "of an input without ORDER BY, the process table function" + how : null);
  }

  private static Verdict function(ObservedNode node) {
    Function function = OperatorFields.function(node.operator());
    if (node.operator() instanceof KeyedProcessOperator<?, ?, ?> keyed) {
      return keyed(keyed, function);
    }
    if (node.operator() instanceof KeyedCoProcessOperator
        && function instanceof RowTimeIntervalJoin) {
      int leftColumns =
          RowTypes.of(
                  node.plan()
                      .config()
                      .getTypeSerializerIn(0, Thread.currentThread().getContextClassLoader()))
              .length;
      return new Verdict.Audited(books -> new IntervalJoinAudit(books, function, leftColumns));
    }
    return null;
  }

  private static Verdict keyed(KeyedProcessOperator<?, ?, ?> operator, Function function) {
    if (function instanceof RowTimeRangeBoundedPrecedingFunction
        || function instanceof RowTimeRowsBoundedPrecedingFunction) {
      RowTime time = RowTime.column(OperatorFields.index(function, "rowTimeIdx"));
      return counted(
          DropReason.OVER_BOUNDED, new BehindEmitted(time, operator::getCurrentKey, true));
    }
    if (function instanceof AbstractRowTimeUnboundedPrecedingOver
        || function instanceof RowTimeUnboundedPrecedingOverFunctionV2) {
      RowTime time = RowTime.column(OperatorFields.index(function, "rowTimeIdx"));
      return counted(DropReason.OVER_UNBOUNDED, new BehindWatermark(time, 0));
    }
    if (function instanceof RowTimeDeduplicateKeepFirstRowFunction) {
      RowTime time = RowTime.column(OperatorFields.index(function, "rowtimeIndex"));
      return counted(DropReason.DEDUPLICATE_KEEP_FIRST, new BehindWatermark(time, 1));
    }
    return null;
  }

  private static Verdict counted(DropReason reason, Rule rule) {
    return new Verdict.Audited(books -> new CounterAudit(books, reason, rule, CounterAudit.LATE));
  }
}
