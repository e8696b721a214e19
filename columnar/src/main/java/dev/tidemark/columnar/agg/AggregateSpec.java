package dev.tidemark.columnar.agg;

import java.io.Serializable;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * One aggregate call over the columns of a batch.
 *
 * @param kind what it computes
 * @param argument the column, or -1 if rows are counted
 * @param argumentType its type; null if rows are counted
 * @param distinct whether each value counts once
 * @param filter the column that says which rows count, or -1
 * @param accumulators the types of what it keeps, as Flink's function has them
 * @param result the type of what it computes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record AggregateSpec(
    Kind kind,
    int argument,
    LogicalType argumentType,
    boolean distinct,
    int filter,
    LogicalType[] accumulators,
    LogicalType result)
    implements Serializable {

  /** The same over all rows. */
  AggregateSpec withoutFilter() {
    return new AggregateSpec(kind, argument, argumentType, distinct, -1, accumulators, result);
  }

  /** What is computed; the names of Flink's functions. */
  public enum Kind {
    COUNT,
    SUM,
    /** A sum that begins at 0 instead of NULL. */
    SUM0,
    MIN,
    MAX,
    /** Keeps a sum and a count. */
    AVG
  }
}
