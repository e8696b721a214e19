package dev.tidemark.cli.inspect;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.cli.Nearest;
import dev.tidemark.cli.errors.RootCause;
import dev.tidemark.cli.rows.RowFormat;
import dev.tidemark.insight.why.NoSuchColumnException;
import dev.tidemark.insight.why.WantedRow;
import dev.tidemark.insight.why.WhyJson;
import dev.tidemark.insight.why.WhyProbe;
import dev.tidemark.insight.why.WhyText;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

/**
 * Tells for each statement what became of a row, and what event time was waiting for at the end.
 */
public final class WhyInspection extends RunsInspection {
  /** Statements that start a job, or may. */
  private static final Pattern JOB =
      Pattern.compile(
          "(?i)(SELECT|WITH|VALUES|TABLE|INSERT|EXECUTE|BEGIN|UPDATE|DELETE|CREATE\\b.*\\bSELECT)\\b",
          Pattern.DOTALL);

  private final CliStreams streams;
  private final AtomicReference<WantedRow> wanted;
  private final JsonDocument json;
  private final Set<String> columns = new TreeSet<>();
  private long matches;
  private boolean first = true;
  private boolean refused;

  /**
   * @param wanted which row; null for none, only the state at the end
   * @param outputs what is made of the runs besides
   */
  public WhyInspection(CliStreams streams, WantedRow wanted, RowFormat format, Outputs outputs) {
    this(streams, new AtomicReference<>(wanted), format, outputs);
  }

  private WhyInspection(
      CliStreams streams, AtomicReference<WantedRow> wanted, RowFormat format, Outputs outputs) {
    super(
        new FollowedRuns(
            streams, outputs, true, true, plan -> List.of(new WhyProbe(wanted.get()))));
    this.streams = streams;
    this.wanted = wanted;
    this.json =
        format == RowFormat.JSON ? new JsonDocument(streams.outWriter(), WhyJson.SCHEMA) : null;
  }

  /**
   * Says which statements are going to run: if only one job can have the row, it does not begin in
   * vain.
   *
   * @param statements all statements, those that set the session up too
   */
  public void expect(List<String> statements) {
    WantedRow row = wanted.get();
    if (row == null || row.column() == null) {
      return;
    }
    long jobs = statements.stream().filter(each -> JOB.matcher(each).lookingAt()).count();
    Pattern name = Pattern.compile("(?<!\\w)" + Pattern.quote(row.column()) + "(?!\\w)");
    if (jobs <= 1 || statements.stream().noneMatch(each -> name.matcher(each).find())) {
      wanted.set(row.inEveryJob());
    }
  }

  @Override
  void tell(FinishedRun run) {
    WhyProbe probe = run.insight().probe(WhyProbe.class).orElseThrow();
    columns.addAll(probe.columns());
    if (probe.refused()) {
      refused = true;
      return;
    }
    matches += probe.matches();
    if (json != null) {
      json.add(new WhyJson(run.insight(), probe).of(run.statement()));
      return;
    }
    PrintWriter out = streams.outWriter();
    String text = new WhyText(run.insight(), probe).full();
    out.print((first ? "" : "\n") + run.statement() + "\n\n" + text);
    out.flush();
    first = false;
  }

  @Override
  public int exitCode(int code) {
    if (json != null) {
      json.end();
    }
    int written = super.exitCode(code);
    if (wanted.get() == null || matches > 0 || !(refused || written == ExitCode.DONE)) {
      return written;
    }
    streams.err().println("tidemark: " + nothingFound());
    return ExitCode.FAILED;
  }

  private String nothingFound() {
    String column = wanted.get().column();
    if (column == null) {
      return "no row at " + wanted.get() + " came from any source.";
    }
    String there = " Columns: " + String.join(", ", columns) + ".";
    if (columns.contains(column)) {
      return "no row with " + wanted.get() + " came from any source." + there;
    }
    return "no source has a column '"
        + column
        + "'"
        + Nearest.to(column, columns).map(near -> "; did you mean '" + near + "'?").orElse(".")
        + (columns.isEmpty() ? "" : there);
  }

  /** That no source has the column is told at the end, without a place in the script. */
  @Override
  public boolean tells(RootCause failure) {
    return failure.involves(NoSuchColumnException.class.getSimpleName());
  }
}
