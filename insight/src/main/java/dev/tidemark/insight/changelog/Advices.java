package dev.tidemark.insight.changelog;

import dev.tidemark.insight.run.OperatorNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.flink.types.RowKind;

/** Reads advice off a profile. */
public final class Advices {
  private final ChangelogProfile profile;
  private final List<Advice> found = new ArrayList<>();

  private Advices(ChangelogProfile profile) {
    this.profile = profile;
  }

  /** All advice that a profile gives, in the order of the operators. */
  public static List<Advice> of(ChangelogProfile profile) {
    Advices advices = new Advices(profile);
    for (ChangelogProfile.Operator operator : profile.operators()) {
      operator.declared().ifPresent(declared -> advices.on(operator, declared));
    }
    profile.results().forEach(advices::onKey);
    return List.copyOf(advices.found);
  }

  private void on(ChangelogProfile.Operator operator, DeclaredOperator declared) {
    switch (declared.kind()) {
      case "Rank" -> onRank(operator, declared);
      case "Deduplicate" -> onKeepLast(operator, declared);
      case "GroupAggregate" -> onGrouping(operator, declared);
      default -> {}
    }
  }

  private void onRank(ChangelogProfile.Operator operator, DeclaredOperator declared) {
    if (declared.rankNumber() < 0) {
      return;
    }
    long now = operator.out().total();
    long then = operator.withoutRankNumber();
    String why =
        "Each row that moves up rewrites the rows that it passes, because their rank numbers"
            + " change. ";
    if (then < 0) {
      add(
          Advice.Kind.RANK_NUMBER,
          operator,
          why + "Without the rank number in the outermost SELECT this log is shorter.",
          -1);
    } else if (then < now) {
      String text =
          "%sWithout the rank number in the outermost SELECT the log of this operator has %d rows"
              + " instead of %d, and the same rows are left.";
      add(Advice.Kind.RANK_NUMBER, operator, text(text, why, then, now), then);
    }
  }

  private void onKeepLast(ChangelogProfile.Operator operator, DeclaredOperator declared) {
    if (!"LastRow".equals(OperatorNames.field(declared.description(), "keep"))) {
      return;
    }
    long later = operator.out().of(RowKind.UPDATE_AFTER);
    if (later == 0) {
      return;
    }
    long keys = operator.out().of(RowKind.INSERT);
    boolean pairs = operator.out().of(RowKind.UPDATE_BEFORE) > 0;
    String text =
        "Of each key the last row is kept, so %s. Where the first row of a key is enough"
            + " (ORDER BY … ASC), the log only adds: one +I for each key.";
    String each =
        pairs
            ? "each of %d further rows takes the one before back (-U) and adds itself (+U), even"
                + " when the two are the same"
            : "each of %d further rows replaces the one before (+U), even when the two are the"
                + " same";
    add(
        Advice.Kind.KEEP_LAST,
        operator,
        text(text, text(each, later)),
        keys - operator.out().of(RowKind.DELETE));
  }

  private void onGrouping(ChangelogProfile.Operator operator, DeclaredOperator declared) {
    boolean batched =
        profile.declared().operators().stream()
            .anyMatch(each -> each.kind().equals("MiniBatchAssigner"));
    if (batched || declared.mode().insertOnly()) {
      return;
    }
    Volume out = operator.out();
    long groups = out.of(RowKind.INSERT) - out.of(RowKind.DELETE);
    if (out.total() <= groups) {
      return;
    }
    String text =
        "Each row that comes changes its group at once: %d rows for %d groups. Mini-batches emit"
            + " what a whole batch has changed ('table.exec.mini-batch.enabled' = 'true', with"
            + " '….allow-latency' and '….size'), at the price of that latency; in one single batch"
            + " it would be one row for each group that is left.";
    add(Advice.Kind.MINI_BATCH, operator, text(text, out.total(), groups), groups);
  }

  private void onKey(ChangelogProfile.Result result) {
    DeclaredOperator sink = result.sink().orElse(null);
    if (sink == null || sink.sink().primaryKey().isEmpty()) {
      return;
    }
    boolean identified =
        sink.upsertKeys().stream().anyMatch(key -> sink.sink().primaryKey().containsAll(key));
    if (identified || (!sink.sink().materializes() && result.volume().insertOnly())) {
      return;
    }
    String keys =
        sink.upsertKeys().isEmpty()
            ? "have no key"
            : "are identified by (" + String.join(", ", sink.names(sink.upsertKeys().get(0))) + ")";
    String primary = "(" + String.join(", ", sink.names(sink.sink().primaryKey())) + ")";
    String then =
        sink.sink().materializes()
            ? text(
                "Flink keeps all of them for each primary key in a SinkMaterializer, to know what is"
                    + " left when one is taken back: %s.",
                materializer(sink))
            : "As 'table.exec.sink.upsert-materialize' is off, which row wins depends on their"
                + " order.";
    add(
        Advice.Kind.SINK_KEY,
        profile.operators().get(result.operator()),
        text(
            "The rows for %s %s, and its primary key is %s. %s A primary key that contains the"
                + " rows' own key needs none of that.",
            sink.sink().table(), keys, primary, then),
        -1);
  }

  private String materializer(DeclaredOperator sink) {
    return profile.operators().stream()
        .filter(each -> each.declared().filter(sink::equals).isPresent())
        .filter(each -> each.plan().name().startsWith("SinkMaterializer"))
        .map(each -> each.rowsIn() + " rows in, " + each.out().total() + " out")
        .findFirst()
        .orElse("its volume cannot be told");
  }

  private static String text(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  private void add(Advice.Kind kind, ChangelogProfile.Operator operator, String text, long then) {
    long now = operator.sink() ? operator.rowsIn() : operator.out().total();
    found.add(new Advice(kind, operator.plan().index(), text, now, then));
  }
}
