package dev.tidemark.insight.changelog;

import dev.tidemark.insight.run.OperatorNames;
import dev.tidemark.insight.run.SourceRow;
import dev.tidemark.runtime.plan.PlanNode;
import java.util.List;
import java.util.Optional;
import org.apache.flink.types.RowKind;

/**
 * The changelog of one run in numbers.
 *
 * @param declared what the planner has said about the statement
 * @param operators in the plan's order, sources first; an operator's position is its number
 * @param edges what went from one to another
 * @param results where rows ended
 */
public record ChangelogProfile(
    DeclaredPlan declared, List<Operator> operators, List<Edge> edges, List<Result> results) {

  /**
   * One operator.
   *
   * @param plan what the plan says about it
   * @param declared the node of the optimized plan that it was made for, where that can be told
   * @param in what has entered, by input
   * @param out what has left by the main output
   * @param sink whether rows end here
   * @param first the first rows of each kind that have left, or entered a sink, if they are kept
   * @param withoutRankNumber rows that a Top-N would have emitted without its rank number; -1 for
   *     another operator
   */
  public record Operator(
      PlanNode plan,
      Optional<DeclaredOperator> declared,
      List<Volume> in,
      Volume out,
      boolean sink,
      List<Change> first,
      long withoutRankNumber) {

    /** The changelog mode that the plan declares for what it emits, where that can be told. */
    public Optional<DeclaredMode> mode() {
      return declared.map(DeclaredOperator::mode);
    }

    /** The operator in short. */
    public String name() {
      return OperatorNames.of(plan);
    }

    /** Rows that have entered, over all inputs. */
    public long rowsIn() {
      return in.stream().mapToLong(Volume::total).sum();
    }
  }

  /**
   * A row of a changelog.
   *
   * @param cause the source's row that was on its way; null for what a watermark or a timer
   *     released
   * @param values its columns
   */
  public record Change(RowKind kind, SourceRow cause, List<Object> values) {}

  /**
   * What went from one operator to another.
   *
   * @param from number of the one that emits
   * @param to number of the one that receives
   * @param input which input of the receiver, from 0
   * @param mode the changelog mode that the plan declares, where that can be told
   * @param volume how many rows
   */
  public record Edge(int from, int to, int input, Optional<DeclaredMode> mode, Volume volume) {}

  /**
   * Where rows ended.
   *
   * @param operator number of the sink's operator
   * @param sink the node that writes to the table, where that can be told
   * @param mode the changelog mode that the plan declares for what comes in, where it does
   * @param volume how many rows came in
   * @param sourceRows how many rows left the sources that these come from
   * @param columns names of the columns
   * @param key what identifies a row
   * @param state the rows that are left
   */
  public record Result(
      int operator,
      Optional<DeclaredOperator> sink,
      Optional<DeclaredMode> mode,
      Volume volume,
      long sourceRows,
      List<String> columns,
      ResultKey key,
      FinalState state) {

    /** The table that is written to; empty for the rows of a SELECT. */
    public Optional<String> table() {
      return sink.map(DeclaredOperator::sink)
          .filter(each -> !each.collects())
          .map(DeclaredSink::table);
    }

    /** Names of the key's columns. */
    public List<String> keyColumns() {
      return key.positions().stream().map(columns::get).toList();
    }
  }

  /** Rows that the sources have emitted. */
  public long sourceRows() {
    return operators.stream()
        .filter(each -> each.plan().isSource())
        .mapToLong(each -> each.out().total())
        .sum();
  }
}
