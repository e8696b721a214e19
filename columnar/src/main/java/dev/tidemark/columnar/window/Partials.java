package dev.tidemark.columnar.window;

import dev.tidemark.columnar.agg.Accumulator;
import dev.tidemark.columnar.agg.Accumulators;
import dev.tidemark.columnar.agg.AggregateSpec;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.Columns;
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
    this.columns = each.toArray(new Column[0]);
  }

  /** Accumulators for some aggregates. */
  public static Accumulator[] accumulators(AggregateSpec[] aggregates) {
    Accumulator[] accumulators = new Accumulator[aggregates.length];
    for (int i = 0; i < aggregates.length; i++) {
      accumulators[i] = Accumulators.of(aggregates[i]);
    }
    return accumulators;
  }

  /** Adds what one group keeps to what another does. */
  public void merge(Accumulator[] from, int fromGroup, Accumulator[] into, int group) {
    int field = 0;
    for (int i = 0; i < from.length; i++) {
      for (int k = 0; k < from[i].fields(); k++) {
        columns[field + k].clear();
      }
      from[i].write(fromGroup, columns, field, 0);
      into[i].merge(group, columns, field, 0);
      field += from[i].fields();
    }
  }
}
