package dev.tidemark.columnar.window;

import dev.tidemark.columnar.agg.Accumulator;
import dev.tidemark.columnar.agg.AggregateSpec;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.data.ObjectColumn;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalType;

/** Carries what aggregates keep from one set of accumulators to another. */
public final class Partials {
  private final Column[] columns;

  public Partials(AggregateSpec[] aggregates) {
    List<Column> each = new ArrayList<>();
    for (AggregateSpec aggregate : aggregates) {
      for (LogicalType type : aggregate.accumulators()) {
        each.add(Columns.of(type, 1));
      }
    }
    for (AggregateSpec aggregate : aggregates) {
      if (aggregate.distinct()) {
        each.add(new ObjectColumn(1));
      }
    }
    this.columns = each.toArray(new Column[0]);
  }

  /**
   * Writes what is kept for a group: what each aggregate keeps, and then the values of those with
   * DISTINCT, as in the rows between Flink's two phases.
   *
   * @param first the first column it takes
   * @param at its place there
   */
  public static void write(Accumulator[] from, int group, Column[] into, int first, int at) {
    int field = first;
    for (Accumulator each : from) {
      each.write(group, into, field, at);
      field += each.fields();
    }
    for (Accumulator each : from) {
      if (each.keepsValues()) {
        each.writeValues(group, (ObjectColumn) into[field++], at);
      }
    }
  }

  /** Adds what {@link #write} has written to what a group keeps. */
  public static void merge(Column[] from, int first, int row, Accumulator[] into, int group) {
    int field = first;
    for (Accumulator each : into) {
      each.merge(group, from, field, row);
      field += each.fields();
    }
    for (Accumulator each : into) {
      if (each.keepsValues()) {
        each.mergeValues(group, (ObjectColumn) from[field++], row);
      }
    }
  }

  /** Adds what one group keeps to what another does. */
  public void merge(Accumulator[] from, int fromGroup, Accumulator[] into, int group) {
    for (Column each : columns) {
      each.clear();
    }
    write(from, fromGroup, columns, 0, 0);
    merge(columns, 0, 0, into, group);
  }
}
