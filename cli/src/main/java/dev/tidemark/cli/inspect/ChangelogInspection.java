package dev.tidemark.cli.inspect;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.errors.Position;
import dev.tidemark.cli.plans.FirstUpdates;
import dev.tidemark.cli.plans.OptimizedPlan;
import dev.tidemark.cli.plans.PlanListener;
import dev.tidemark.cli.rows.RowFormat;
import dev.tidemark.insight.changelog.ChangelogJson;
import dev.tidemark.insight.changelog.ChangelogProbe;
import dev.tidemark.insight.changelog.ChangelogProfile;
import dev.tidemark.insight.changelog.ChangelogText;
import dev.tidemark.insight.changelog.Refusal;
import dev.tidemark.insight.ledger.DropJson;
import dev.tidemark.insight.report.ReportFile;
import dev.tidemark.runtime.observe.RunEnd;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;

/** Prints the changelog of each statement's job in numbers, in place of its rows. */
public final class ChangelogInspection extends RunsInspection {
  private final PrintWriter out;
  private final JsonDocument json;
  private final ChangelogTable table;
  private volatile Refusal lastRefusal;
  private boolean first = true;

  /**
   * @param outputs what is made of the runs besides
   */
  public ChangelogInspection(CliStreams streams, RowFormat format, Outputs outputs) {
    super(
        new FollowedRuns(
            streams,
            outputs,
            false,
            plan ->
                List.of(
                    new ChangelogProbe(
                        plan, ChangelogProbe.DEFAULT_CAP, ReportFile.FIRST_CHANGES))));
    this.out = streams.outWriter();
    this.json = format == RowFormat.JSON ? new JsonDocument(out, ChangelogJson.SCHEMA) : null;
    this.table =
        switch (format) {
          case CSV, JSONL, MARKDOWN -> new ChangelogTable(format, out);
          case SQL_CLIENT, TABLE, JSON -> null;
        };
  }

  @Override
  public Optional<PlanListener> planListener() {
    return Optional.of(new Listener());
  }

  /** Remembers the plan that is about to run, or why there is none. */
  private final class Listener implements PlanListener {
    @Override
    public void planned(OptimizedPlan plan) {
      runs.planned(plan.declared());
    }

    @Override
    public void refused(RuntimeException failure, RelNode query, SubPlanner planner) {
      Refusal.of(String.valueOf(failure.getMessage()))
          .ifPresent(
              refusal ->
                  lastRefusal = FirstUpdates.in(query, planner).map(refusal::with).orElse(refusal));
    }
  }

  @Override
  public void over(Position statement) {
    Refusal refusal = lastRefusal;
    lastRefusal = null;
    if (refusal != null) {
      tell(statement.toString(), refusal);
      runs.refused(statement.toString(), refusal);
    }
    super.over(statement);
    out.flush();
  }

  @Override
  void tell(FinishedRun run) {
    ChangelogProfile profile = run.insight().probe(ChangelogProbe.class).orElseThrow().profile();
    RunEnd end = run.insight().end();
    boolean complete = end == RunEnd.FINISHED;
    if (table != null) {
      table.add(run.statement(), end, profile);
      return;
    }
    if (json == null) {
      begin(run.statement());
      if (!complete) {
        out.print(incomplete(end) + "\n");
      }
      out.print(ChangelogText.of(profile));
      return;
    }
    json.add(
        fields -> {
          fields.writeStringField("statement", run.statement());
          fields.writeBooleanField("complete", complete);
          fields.writeStringField("ended", DropJson.ended(end));
          new ChangelogJson(fields).fields(profile);
        });
  }

  /** What the figures of a job that did not come to its end are. */
  static String incomplete(RunEnd end) {
    return "the job "
        + (end == RunEnd.FAILED ? "failed" : "was stopped")
        + " before its end: this is what it did until then";
  }

  private void tell(String statement, Refusal refusal) {
    if (table != null) {
      table.add(statement, refusal);
      return;
    }
    if (json == null) {
      begin(statement);
      out.print(refusal.text());
      return;
    }
    json.add(
        fields -> {
          fields.writeStringField("statement", statement);
          fields.writeObjectFieldStart("refused");
          fields.writeStringField("consumer", refusal.consumer());
          fields.writeStringField("changes", refusal.changes());
          fields.writeStringField("producer", refusal.producer());
          fields.writeStringField("origin", refusal.origin());
          fields.writeStringField("advice", refusal.advice());
          fields.writeEndObject();
        });
  }

  private void begin(String statement) {
    out.print((first ? "" : "\n") + statement + "\n");
    first = false;
  }

  @Override
  public int exitCode(int code) {
    if (json != null) {
      json.end();
    }
    if (table != null) {
      table.end();
    }
    out.flush();
    return super.exitCode(code);
  }
}
