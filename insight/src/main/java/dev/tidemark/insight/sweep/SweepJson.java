package dev.tidemark.insight.sweep;

import dev.tidemark.insight.ledger.DropJson;
import dev.tidemark.insight.ledger.Ledger;
import dev.tidemark.runtime.observe.RunEnd;
import java.io.IOException;
import java.util.OptionalLong;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;

/** Sweeps as JSON; docs/json.md describes the schema {@value #SCHEMA}. */
public final class SweepJson {
  public static final String SCHEMA = "tidemark.sweep/1";

  private SweepJson() {}

  /** Writes a job's fields into the object that is open. */
  public static void fields(JsonGenerator json, JobSweep job) throws IOException {
    json.writeStringField("statement", job.statement());
    number(json, "own_delay_ms", job.ownDelay());
    json.writeStringField("method", job.rerun() == null ? "one-pass" : "re-run");
    json.writeStringField("reason", job.rerun());
    json.writeBooleanField("complete", job.end() == RunEnd.FINISHED);
    json.writeStringField("ended", DropJson.ended(job.end()));
    json.writeArrayFieldStart("operators");
    for (SweptOperator operator : job.operators()) {
      write(json, job, operator);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("not_audited");
    for (Ledger.NotAudited unknown : job.notAudited()) {
      json.writeStartObject();
      json.writeStringField("operator", unknown.name());
      json.writeStringField("why", unknown.why());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, JobSweep job, SweptOperator operator)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("operator", operator.name());
    json.writeNumberField("rows_in", operator.rowsIn());
    json.writeNumberField("resolution_ms", operator.resolution());
    number(json, "ran_from_ms", operator.ranFrom());
    json.writeArrayFieldStart("points");
    for (SweepPoint point : operator.points()) {
      json.writeStartObject();
      json.writeNumberField("delay_ms", point.delay());
      json.writeNumberField("rows_in", point.rowsIn());
      json.writeNumberField("rows_dropped", point.rowsDropped());
      json.writeNumberField("contributions_lost", point.contributionsLost());
      json.writeNumberField("added_latency_ms", point.delay() - job.now());
      json.writeBooleanField("own", point.delay() == job.now());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("keeps");
    for (Keeping keeping : operator.keeping()) {
      json.writeStartObject();
      json.writeStringField("what", keeping.what());
      json.writeNumberField("share", keeping.share());
      number(json, "delay_ms", keeping.delay());
      json.writeBooleanField("exact", keeping.exact());
      json.writeEndObject();
    }
    json.writeEndArray();
    number(json, "knee_ms", operator.knee());
    json.writeEndObject();
  }

  private static void number(JsonGenerator json, String name, OptionalLong value)
      throws IOException {
    if (value.isPresent()) {
      json.writeNumberField(name, value.getAsLong());
    } else {
      json.writeNullField(name);
    }
  }
}
