package dev.tidemark.insight.ledger;

import static java.util.stream.Collectors.joining;

import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.SourceRow;
import dev.tidemark.insight.source.FileRow;
import dev.tidemark.insight.source.FileRows;
import dev.tidemark.insight.text.Durations;
import dev.tidemark.insight.text.OneLine;
import dev.tidemark.insight.text.TextTable;
import dev.tidemark.insight.text.Times;
import dev.tidemark.runtime.observe.RunEnd;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** What a ledger says, in words and tables for people. */
public final class VerdictText {
  private VerdictText() {}

  /** The conclusion in one sentence or two. */
  public static String conclusion(RunInsight run) {
    Ledger ledger = run.ledger();
    if (ledger.accounts().isEmpty() && !run.complete()) {
      return (run.end() == RunEnd.FAILED ? "The run failed" : "The run was stopped")
          + " before its end: nothing can be said about dropped rows.";
    }
    if (ledger.accounts().isEmpty()) {
      return ledger.notAudited().isEmpty()
          ? "No operator of this query can drop rows because of their time."
          : "Not audited: nothing can be said about dropped rows.";
    }
    int unknown = ledger.notAudited().size();
    String end =
        (unknown == 0 ? "" : " Not audited: " + count(unknown, "more operator") + ".")
            + switch (run.end()) {
              case FINISHED -> "";
              case STOPPED -> " The run was stopped before its end.";
              case FAILED -> " The run failed before its end.";
            };
    long whole = ledger.lostRows().whole();
    long partly = ledger.lostRows().any() - whole;
    if (whole == 0 && partly == 0) {
      long rows = ledger.accounts().stream().mapToLong(Account::rowsIn).max().orElse(0);
      return (rows == 0
              ? "No row came."
              : rows == 1
                  ? "No row was dropped: the only one was accepted."
                  : "No row was dropped: all " + rows + " rows were accepted.")
          + lateness(ledger)
          + end;
    }
    long rows = run.rowsJudged();
    boolean several = ledger.judges().size() > 1;
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            whole == 0
                ? "%s of %s " + partly(ledger) + " (%s), none dropped whole"
                : several
                    ? "%s of %s read dropped by at least one operator (%s)"
                    : "%s of %s dropped (%s)",
            count(whole == 0 ? partly : whole, "row"),
            rows,
            share(whole == 0 ? partly : whole, rows)));
    if (whole > 0 && partly > 0) {
      text.append(", ").append(count(partly, "more row")).append(' ').append(partly(ledger));
    }
    text.append('.');
    long unkept = count(ledger, DropReason.INTERVAL_JOIN);
    if (unkept > 0) {
      text.append(' ')
          .append(of(unkept, whole + partly, several))
          .append(
              " came too late for an interval join to keep them for rows of the other side that")
          .append(" come later; those that are dropped met no row at all (an outer join emits them")
          .append(" with NULLs).");
    }
    long aside = count(ledger, DropReason.SIDE_OUTPUT);
    if (aside > 0) {
      text.append(' ')
          .append(of(aside, whole, several))
          .append(" went to a side output for late rows.");
    }
    long inTime = count(ledger, DropReason.FLUSH_BOUNDARY);
    if (inTime > 0) {
      text.append(' ')
          .append(of(inTime, whole + partly, several))
          .append(" came in time and were lost by Flink's flush boundary (FLINK-38075);")
          .append(" a row time of type TIMESTAMP(3), in local time, avoids it, or")
          .append(" table.local-time-zone = UTC, which cuts other windows.");
    }
    long timeless = count(ledger, DropReason.NULL_ROW_TIME);
    if (timeless > 0) {
      text.append(' ')
          .append(of(timeless, whole + partly, several))
          .append(" had no event time (NULL).");
    }
    long between = count(ledger, DropReason.NO_WINDOW);
    if (between > 0) {
      text.append(' ')
          .append(of(between, whole + partly, several))
          .append(" got no window from the window assigner, which no delay changes.");
    }
    text.append(keeping(ledger)).append(lateness(ledger));
    return text.append(end).toString();
  }

  /** What it means here that a row is lost, but not whole. */
  private static String partly(Ledger ledger) {
    long joined = 0;
    long others = 0;
    for (Account account : ledger.accounts()) {
      if (account.reasons().containsKey(DropReason.INTERVAL_JOIN)) {
        joined += account.partlyLost();
      } else {
        others += account.partlyLost();
      }
    }
    return joined == 0
        ? "missing from some windows"
        : others == 0
            ? "joined with earlier rows only"
            : "missing from some windows or joined with earlier rows only";
  }

  /** Which of the losses; with several operators a row may be among them twice. */
  private static String of(long some, long all, boolean several) {
    return (some == all && !several ? "All" : count(some, "row")) + " of them";
  }

  private static String lateness(Ledger ledger) {
    long late = ledger.accounts().stream().mapToLong(Account::lateAccepted).sum();
    return late == 0
        ? ""
        : " "
            + count(late, "row")
            + " came behind the end of a window and counted all the same, within the allowed"
            + " lateness.";
  }

  private static long count(Ledger ledger, DropReason reason) {
    return ledger.accounts().stream()
        .mapToLong(account -> account.reasons().getOrDefault(reason, 0L))
        .sum();
  }

  private static String keeping(Ledger ledger) {
    KeepingAll keeping = ledger.keepingAll();
    if (keeping.delay().isEmpty()) {
      return "";
    }
    return " A watermark delay of "
        + Durations.text(keeping.delay().getAsLong())
        + " (now "
        + Durations.text(keeping.now())
        + ") would have kept "
        + (keeping.rows() < ledger.dropCount()
            ? "the late " + (keeping.rows() == 1 ? "one." : "ones.")
            : keeping.rows() == 1 ? "it." : "them all.");
  }

  /** The verdict at length: conclusion, operators, and the worst rows. */
  public static String full(RunInsight run) {
    Ledger ledger = run.ledger();
    StringBuilder text = new StringBuilder("drops: ").append(conclusion(run)).append('\n');
    if (!ledger.accounts().isEmpty()) {
      text.append('\n').append(operators(ledger));
    }
    for (Ledger.NotAudited unknown : ledger.notAudited()) {
      text.append("not audited: ")
          .append(unknown.name())
          .append(" (")
          .append(unknown.why())
          .append(")\n");
    }
    if (!ledger.worst().isEmpty()) {
      text.append('\n').append(worst(run));
    }
    return text.toString();
  }

  private static String operators(Ledger ledger) {
    TextTable table =
        new TextTable(
            "operator",
            ">rows in",
            ">accepted",
            ">behind watermark",
            ">dropped whole",
            ">contributions lost");
    for (Account account : ledger.accounts()) {
      table.row(
          account.name(),
          account.rowsIn(),
          account.accepted(),
          account.behindWatermark(),
          account.droppedWhole(),
          account.contributionsLost());
    }
    return table.toString();
  }

  private static String worst(RunInsight run) {
    List<Drop> worst = run.ledger().worst();
    Map<SourceRow, FileRow> inFiles =
        FileRows.find(run.plan(), worst.stream().map(Drop::row).toList());
    TextTable table =
        new TextTable(
            ">too late by", "row time", "watermark", "missed window", ">kept by delay", "row");
    for (Drop drop : worst) {
      table.row(
          lateness(drop),
          drop.rowTime() == null ? "" : Times.text(drop.rowTime()),
          Times.text(drop.watermark()),
          windows(drop),
          delay(drop.keepingDelay()),
          place(drop, inFiles.get(drop.row())));
    }
    long more = run.ledger().dropCount() - worst.size();
    return table
        + (more > 0 ? "… and " + count(more, "more row") + "\n" : "")
        + onlyCounted(run.ledger())
        + run.zoneNote();
  }

  private static String onlyCounted(Ledger ledger) {
    long rows = ledger.onlyCounted();
    return rows == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "%s lost in time %s only counted: an operator keeps %,d at a time in mind.%n",
            count(rows, "row"),
            rows == 1 ? "is" : "are",
            ledger.held());
  }

  private static String lateness(Drop drop) {
    return drop.reason().isLate() ? Durations.text(drop.late()) : drop.reason().notLate();
  }

  private static String delay(OptionalLong delay) {
    return delay.isPresent() ? Durations.text(delay.getAsLong()) : "";
  }

  private static String windows(Drop drop) {
    if (drop.missed().isEmpty()) {
      return "";
    }
    Window first = drop.missed().get(0);
    String text = Times.text(first.start()) + " – " + Times.text(first.end());
    return drop.missed().size() == 1 ? text : text + " +" + (drop.missed().size() - 1);
  }

  private static String place(Drop drop, FileRow inFile) {
    if (inFile != null && !drop.retraction()) {
      return inFile.place() + "  " + inFile.onOneLine();
    }
    String values =
        OneLine.of(drop.values().values().stream().map(String::valueOf).collect(joining(", ")));
    if (drop.retraction() && drop.row() != null) {
      // The row in the file is the one that replaces it.
      String by = inFile == null ? "row " + drop.row().ordinal() : inFile.place();
      return by + " takes back  " + values;
    }
    return drop.row() == null ? values : "row " + drop.row().ordinal() + "  " + values;
  }

  private static String count(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  private static String share(long part, long all) {
    double percent = all == 0 ? 0 : 100.0 * part / all;
    if (percent >= 99.95 && part < all) {
      return "more than 99.9 %";
    }
    return String.format(Locale.ROOT, percent < 0.1 && part > 0 ? "%.3f %%" : "%.1f %%", percent);
  }
}
