package dev.tidemark.insight.changelog;

import dev.tidemark.insight.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.flink.types.RowKind;

/** A profile as people read it. */
public final class ChangelogText {
  /** Rows of the final state that are shown. */
  private static final int SHOWN = 20;

  private static final int WIDTH = 100;

  private ChangelogText() {}

  /** The whole profile: a line that says it all, the operators, what is left, advice. */
  public static String of(ChangelogProfile profile) {
    StringBuilder text = new StringBuilder();
    profile.results().forEach(result -> text.append(summary(profile, result)));
    text.append('\n').append(operators(profile));
    for (ChangelogProfile.Result result : profile.results()) {
      text.append('\n').append(state(profile, result));
    }
    for (Advice advice : Advices.of(profile)) {
      ChangelogProfile.Operator operator = profile.operators().get(advice.operator());
      text.append("\nadvice on ")
          .append(advice.operator() + 1)
          .append(", ")
          .append(operator.name())
          .append(":\n")
          .append(wrapped(advice.text()));
    }
    return text.toString();
  }

  private static String summary(ChangelogProfile profile, ChangelogProfile.Result result) {
    Volume volume = result.volume();
    return String.format(
        Locale.ROOT,
        "changelog%s: %d rows in, %d out (%s out for each in): %s\n",
        profile.results().size() > 1 ? " of " + name(result) : "",
        result.sourceRows(),
        volume.total(),
        ratio(volume.total(), result.sourceRows()),
        volume);
  }

  private static String name(ChangelogProfile.Result result) {
    return result.table().orElse("the result");
  }

  private static String operators(ChangelogProfile profile) {
    TextTable table =
        new TextTable(
            "#",
            "from",
            "operator",
            "declared",
            ">in",
            ">+I",
            ">-U",
            ">+U",
            ">-D",
            ">out",
            ">out/in");
    for (ChangelogProfile.Operator operator : profile.operators()) {
      int number = operator.plan().index();
      List<Object> cells = new ArrayList<>();
      cells.add(number + 1);
      cells.add(from(profile, number));
      cells.add(operator.name());
      cells.add(operator.mode().map(DeclaredMode::text).orElse("-"));
      cells.add(operator.plan().isSource() ? "" : operator.rowsIn());
      Volume shown = operator.sink() ? operator.in().get(0) : operator.out();
      for (RowKind kind : RowKind.values()) {
        cells.add(shown.of(kind));
      }
      cells.add(operator.sink() ? "" : shown.total());
      cells.add(
          operator.sink() || operator.plan().isSource()
              ? ""
              : ratio(shown.total(), operator.rowsIn()));
      table.row(cells.toArray());
    }
    return table.toString();
  }

  private static String from(ChangelogProfile profile, int number) {
    return profile.edges().stream()
        .filter(edge -> edge.to() == number)
        .map(edge -> String.valueOf(edge.from() + 1))
        .collect(Collectors.joining(", "));
  }

  private static String ratio(long out, long in) {
    return in == 0 ? "-" : String.format(Locale.ROOT, "%.2f", (double) out / in);
  }

  private static String state(ChangelogProfile profile, ChangelogProfile.Result result) {
    FinalState state = result.state();
    StringBuilder text = new StringBuilder("left in the end");
    text.append(profile.results().size() > 1 ? " in " + name(result) : "").append(": ");
    if (!state.known()) {
      return text.append("not told, more rows at once than are kept\n").toString();
    }
    text.append(counted(state.size(), "row"));
    if (state.keys() >= 0) {
      text.append(", ")
          .append(counted(state.keys(), "key"))
          .append(" (" + result.key().kind().text() + " ")
          .append(String.join(", ", result.keyColumns()))
          .append(')');
    }
    if (state.unmatched() > 0) {
      text.append("; ").append(counted(state.unmatched(), "row")).append(" taken back that were");
      text.append(" not there");
    }
    List<List<Object>> rows = state.rows(SHOWN);
    if (rows.isEmpty()) {
      return text.append('\n').toString();
    }
    text.append('\n');
    TextTable table = new TextTable(result.columns().toArray(new String[0]));
    rows.forEach(row -> table.row(row.stream().map(v -> v == null ? "NULL" : v).toArray()));
    table.toString().lines().forEach(line -> text.append("  ").append(line).append('\n'));
    if (state.size() > rows.size()) {
      text.append("  … and ").append(state.size() - rows.size()).append(" more\n");
    }
    return text.toString();
  }

  static String wrapped(String text) {
    StringBuilder lines = new StringBuilder();
    int length = WIDTH;
    for (String word : text.split(" ", -1)) {
      boolean fits = length + 1 + word.length() <= WIDTH;
      lines.append(fits ? " " : lines.isEmpty() ? "  " : "\n  ").append(word);
      length = fits ? length + 1 + word.length() : 2 + word.length();
    }
    return lines.append('\n').toString();
  }

  private static String counted(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
