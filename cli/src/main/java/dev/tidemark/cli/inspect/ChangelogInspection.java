package dev.tidemark.cli.inspect;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.errors.Position;
import dev.tidemark.cli.plans.FirstUpdates;
import dev.tidemark.cli.plans.PlanListener;
import dev.tidemark.cli.rows.RowFormat;
import dev.tidemark.cli.sql.Inspection;
import dev.tidemark.insight.changelog.ChangelogJson;
import dev.tidemark.insight.changelog.ChangelogProbe;
import dev.tidemark.insight.changelog.ChangelogProfile;
import dev.tidemark.insight.changelog.ChangelogText;
import dev.tidemark.insight.changelog.DeclaredPlan;
import dev.tidemark.insight.changelog.Refusal;
import dev.tidemark.insight.ledger.Ledger;
import dev.tidemark.insight.run.Probe;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.RunLog;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonFactory;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.StreamWriteFeature;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.util.DefaultPrettyPrinter;

/** Prints the changelog of each statement's job in numbers, in place of its rows. */
public final class ChangelogInspection implements Inspection {
  /** A client that has seen enough cancels its query; that takes a moment. */
  private static final long PATIENCE_SECONDS = 10;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .build();

  private final PrintWriter out;
  private final JsonGenerator json;
  private final RunLog runs;
  private volatile DeclaredPlan lastPlan = DeclaredPlan.unknown();
  private volatile Refusal lastRefusal;
  private boolean first = true;

  public ChangelogInspection(CliStreams streams, RowFormat format) {
    this.out = streams.outWriter();
    this.runs = new RunLog(Ledger.DEFAULT_CAP, plan -> null, this::probes);
    this.json = format == RowFormat.JSON ? begin(out) : null;
  }

  private static JsonGenerator begin(PrintWriter out) {
    try {
      JsonGenerator json = JSON.createGenerator(out);
      json.setPrettyPrinter(new DefaultPrettyPrinter());
      json.writeStartObject();
      json.writeStringField("schema", ChangelogJson.SCHEMA);
      json.writeArrayFieldStart("statements");
      return json;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Called on the thread that has just made the plan. */
  private List<Probe> probes() {
    return List.of(new ChangelogProbe(lastPlan, ChangelogProbe.DEFAULT_CAP));
  }

  @Override
  public String observer() {
    return runs.observer();
  }

  @Override
  public boolean printsResults() {
    return false;
  }

  @Override
  public Optional<PlanListener> planListener() {
    return Optional.of(new Listener());
  }

  /** Remembers the plan that is about to run, or why there is none. */
  private final class Listener implements PlanListener {
    @Override
    public void planned(DeclaredPlan plan) {
      lastPlan = plan;
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
    try {
      if (refusal != null) {
        print(statement, refusal);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (RunInsight run : runs.take()) {
      try {
        if (run.awaitOver(PATIENCE_SECONDS)) {
          print(statement, run);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    out.flush();
  }

  private void print(Position statement, RunInsight run) throws IOException {
    ChangelogProfile profile = run.probe(ChangelogProbe.class).orElseThrow().profile();
    if (json == null) {
      begin(statement);
      out.print(run.complete() ? "" : "the job did not come to its end: this is what it did\n");
      out.print(ChangelogText.of(profile));
      return;
    }
    json.writeStartObject();
    json.writeStringField("statement", statement.toString());
    json.writeBooleanField("complete", run.complete());
    new ChangelogJson(json).fields(profile);
    json.writeEndObject();
  }

  private void print(Position statement, Refusal refusal) throws IOException {
    if (json == null) {
      begin(statement);
      out.print(refusal.text());
      return;
    }
    json.writeStartObject();
    json.writeStringField("statement", statement.toString());
    json.writeObjectFieldStart("refused");
    json.writeStringField("consumer", refusal.consumer());
    json.writeStringField("changes", refusal.changes());
    json.writeStringField("producer", refusal.producer());
    json.writeStringField("origin", refusal.origin());
    json.writeStringField("advice", refusal.advice());
    json.writeEndObject();
    json.writeEndObject();
  }

  private void begin(Position statement) {
    out.print((first ? "" : "\n") + statement + "\n");
    first = false;
  }

  @Override
  public int exitCode(int code) {
    if (json != null) {
      try {
        json.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      out.print('\n');
    }
    out.flush();
    return code;
  }

  @Override
  public void close() {
    runs.close();
  }
}
