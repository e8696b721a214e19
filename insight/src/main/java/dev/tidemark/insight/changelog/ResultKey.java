package dev.tidemark.insight.changelog;

import java.util.List;
import java.util.Optional;

/**
 * What identifies the rows of a result.
 *
 * @param kind where the key comes from
 * @param positions of its columns; empty for none
 * @param materialized whether a SinkMaterializer has turned the log into one by this key
 */
public record ResultKey(Kind kind, List<Integer> positions, boolean materialized) {

  /** Where a key comes from. */
  public enum Kind {
    /** The table that is written to declares it. */
    PRIMARY_KEY("primary key"),
    /** The planner has derived it from the query. */
    UPSERT_KEY("upsert key"),
    /** There is none: only whole rows can be told apart. */
    NONE("no key");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** As people call it. */
    public String text() {
      return text;
    }
  }

  static ResultKey of(Optional<DeclaredOperator> sink, Optional<DeclaredOperator> feeding) {
    List<Integer> primary = sink.map(each -> each.sink().primaryKey()).orElse(List.of());
    if (!primary.isEmpty()) {
      // The operator before the sink belongs to the sink itself: materializer or enforcer.
      boolean materialized = sink.get().sink().materializes();
      return new ResultKey(Kind.PRIMARY_KEY, primary, materialized);
    }
    List<List<Integer>> upsert =
        sink.or(() -> feeding).map(DeclaredOperator::upsertKeys).orElse(List.of());
    return upsert.isEmpty()
        ? new ResultKey(Kind.NONE, List.of(), false)
        : new ResultKey(Kind.UPSERT_KEY, upsert.get(0), false);
  }
}
