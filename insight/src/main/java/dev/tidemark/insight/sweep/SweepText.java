package dev.tidemark.insight.sweep;

import dev.tidemark.insight.ledger.Ledger;
import dev.tidemark.insight.text.Durations;
import dev.tidemark.insight.text.TextTable;
import dev.tidemark.runtime.observe.RunEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A sweep in words and tables for people. */
public final class SweepText {
  private SweepText() {}

  /** One job's sweep. */
  public static String of(JobSweep job) {
    StringBuilder text = new StringBuilder("sweep: ").append(job.statement()).append('\n');
    if (job.rerun() != null) {
      text.append("re-run for each delay because ").append(job.rerun()).append('\n');
    }
    if (job.ownDelay().isEmpty() && job.rerun() != null) {
      text.append("delays are counted on top of the script's own watermarks\n");
    }
    if (job.end() != RunEnd.FINISHED) {
      text.append("the run ")
          .append(job.end() == RunEnd.FAILED ? "failed" : "was stopped")
          .append(" before its end; this is what it showed until then\n");
    }
    for (SweptOperator operator : job.operators()) {
      text.append('\n').append(of(job, operator));
    }
    for (Ledger.NotAudited unknown : job.notAudited()) {
      text.append("not audited: ")
          .append(unknown.name())
          .append(" (")
          .append(unknown.why())
          .append(")\n");
    }
    return text.toString();
  }

  private static String of(JobSweep job, SweptOperator operator) {
    StringBuilder text = new StringBuilder();
    text.append(operator.name())
        .append(": ")
        .append(operator.rowsIn())
        .append(operator.rowsIn() == 1 ? " row" : " rows")
        .append(" in")
        .append(method(job, operator))
        .append("\n\n");
    if (job.isEmpty()) {
      return text.append("no row came: nothing can be told of any delay\n").toString();
    }
    text.append(table(job, operator)).append('\n');
    for (Keeping keeping : operator.keeping()) {
      text.append("keeps ").append(keeping.what()).append(": ");
      if (keeping.delay().isPresent()) {
        long delay = keeping.delay().getAsLong();
        text.append(Durations.text(delay))
            .append(tried(job, operator, keeping))
            .append(" (")
            .append(against(job, delay))
            .append(")\n");
      } else {
        text.append("none of the delays that were tried\n");
      }
    }
    operator
        .knee()
        .ifPresent(
            knee ->
                text.append("knee: ")
                    .append(Durations.text(knee))
                    .append(" (")
                    .append(against(job, knee))
                    .append(
                        ")"
                            + (job.rerun() == null ? "" : ", of the delays that were tried")
                            + "; beyond it, waiting longer pays less and less\n"));
    if (operator.resolution() > 1) {
      text.append("these delays may be up to ")
          .append(Durations.text(operator.resolution() - 1))
          .append(" more than it takes\n");
    }
    return text.toString();
  }

  private static String method(JobSweep job, SweptOperator operator) {
    if (job.isEmpty() || job.rerun() != null) {
      return "";
    }
    // Close to 1970, a row sets a first watermark only if the delay is short enough.
    return operator.ranFrom().isEmpty()
        ? ", all delays from one pass"
        : ", delays below "
            + Durations.text(operator.ranFrom().getAsLong())
            + " from one pass, the others from a run each, because they change which row sets the"
            + " first watermark";
  }

  private static String tried(JobSweep job, SweptOperator operator, Keeping keeping) {
    if (job.rerun() == null
        && (operator.ranFrom().isEmpty()
            || keeping.delay().getAsLong() < operator.ranFrom().getAsLong())) {
      return "";
    }
    if (keeping.delay().getAsLong() == 0) {
      return "";
    }
    return keeping.exact() ? ", 1 ms less does not" : ", the smallest delay that was tried";
  }

  private static String table(JobSweep job, SweptOperator operator) {
    boolean sameRows =
        operator.points().stream().allMatch(point -> point.rowsIn() == operator.rowsIn());
    List<String> head = new ArrayList<>(List.of(">delay"));
    if (!sameRows) {
      head.add(">rows in");
    }
    head.addAll(List.of(">rows dropped", ">share", ">contributions lost", ">added latency", ""));
    TextTable table = new TextTable(head.toArray(new String[0]));
    for (SweepPoint point : operator.points()) {
      List<Object> cells = new ArrayList<>();
      cells.add(Durations.text(point.delay()));
      if (!sameRows) {
        cells.add(point.rowsIn());
      }
      cells.add(point.rowsDropped());
      cells.add(share(point.rowsDropped(), point.rowsIn()));
      cells.add(point.contributionsLost());
      cells.add(added(point.delay() - job.now()));
      cells.add(marks(job, operator, point));
      table.row(cells.toArray());
    }
    return table.toString();
  }

  private static String added(long latency) {
    return latency > 0 ? "+" + Durations.text(latency) : Durations.text(latency);
  }

  private static String marks(JobSweep job, SweptOperator operator, SweepPoint point) {
    List<String> marks = new ArrayList<>();
    if (point.delay() == job.now()) {
      marks.add("<- the script's own");
    }
    if (operator.knee().isPresent() && operator.knee().getAsLong() == point.delay()) {
      marks.add("knee");
    }
    return String.join(", ", marks);
  }

  /** The price: a window's result comes later by as much as the watermark does. */
  private static String against(JobSweep job, long delay) {
    long more = delay - job.now();
    if (more == 0) {
      return "as now";
    }
    return "results come "
        + Durations.text(Math.abs(more))
        + (more > 0 ? " later than now" : " earlier than now");
  }

  private static String share(long part, long all) {
    double percent = all == 0 ? 0 : 100.0 * part / all;
    return String.format(Locale.ROOT, percent < 0.1 && part > 0 ? "%.3f %%" : "%.1f %%", percent);
  }
}
