package dev.tidemark.insight.changelog;

import dev.tidemark.insight.text.JsonValues;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.flink.types.RowKind;

/** A profile as JSON. The schema is described in docs/json.md. */
public final class ChangelogJson {
  /** Name and version of the schema. */
  public static final String SCHEMA = "tidemark.changelog/1";

  /** Rows of a final state that are listed. */
  public static final int LISTED = 1_000;

  private final JsonGenerator json;

  /** Writes to a generator, which the caller closes. */
  public ChangelogJson(JsonGenerator json) {
    this.json = json;
  }

  /** Writes a profile's fields into the object that is open. */
  public void fields(ChangelogProfile profile) throws IOException {
    json.writeNumberField("rows_in", profile.sourceRows());
    json.writeArrayFieldStart("operators");
    for (ChangelogProfile.Operator operator : profile.operators()) {
      operator(operator);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("edges");
    for (ChangelogProfile.Edge edge : profile.edges()) {
      edge(edge);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("results");
    for (ChangelogProfile.Result result : profile.results()) {
      result(result);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("advice");
    for (Advice advice : Advices.of(profile)) {
      advice(advice);
    }
    json.writeEndArray();
  }

  private void operator(ChangelogProfile.Operator operator) throws IOException {
    json.writeStartObject();
    json.writeNumberField("operator", operator.plan().index());
    json.writeStringField("name", operator.plan().name());
    json.writeStringField("description", operator.plan().description());
    mode(operator.mode());
    json.writeArrayFieldStart("upsert_keys");
    if (operator.declared().isPresent() && !operator.sink()) {
      for (List<Integer> key : operator.declared().get().upsertKeys()) {
        names(operator.declared().get().names(key));
      }
    }
    json.writeEndArray();
    json.writeArrayFieldStart("in");
    for (Volume volume : operator.in()) {
      volume(volume);
    }
    json.writeEndArray();
    json.writeFieldName("out");
    volume(operator.out());
    ratio("out_per_in", operator.out().total(), operator.rowsIn());
    json.writeEndObject();
  }

  private void edge(ChangelogProfile.Edge edge) throws IOException {
    json.writeStartObject();
    json.writeNumberField("from", edge.from());
    json.writeNumberField("to", edge.to());
    json.writeNumberField("input", edge.input());
    mode(edge.mode());
    json.writeFieldName("volume");
    volume(edge.volume());
    json.writeEndObject();
  }

  private void result(ChangelogProfile.Result result) throws IOException {
    json.writeStartObject();
    json.writeNumberField("operator", result.operator());
    json.writeStringField("table", result.table().orElse(null));
    mode(result.mode());
    json.writeFieldName("volume");
    volume(result.volume());
    json.writeNumberField("rows_in", result.sourceRows());
    ratio("amplification", result.volume().total(), result.sourceRows());
    json.writeFieldName("columns");
    names(result.columns());
    json.writeFieldName("final");
    state(result);
    json.writeEndObject();
  }

  private void state(ChangelogProfile.Result result) throws IOException {
    FinalState state = result.state();
    if (!state.known()) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    json.writeNumberField("rows", state.size());
    json.writeFieldName("keys");
    if (state.keys() < 0) {
      json.writeNull();
    } else {
      json.writeNumber(state.keys());
    }
    json.writeFieldName("key");
    names(result.keyColumns());
    json.writeStringField("key_is", result.key().kind().text());
    json.writeNumberField("unmatched", state.unmatched());
    json.writeArrayFieldStart("listed");
    for (List<Object> row : state.rows(LISTED)) {
      json.writeStartObject();
      for (int i = 0; i < row.size(); i++) {
        json.writeFieldName(result.columns().get(i));
        JsonValues.write(json, row.get(i));
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void advice(Advice advice) throws IOException {
    json.writeStartObject();
    json.writeStringField("kind", advice.kind().id());
    json.writeNumberField("operator", advice.operator());
    json.writeStringField("text", advice.text());
    json.writeNumberField("rows_now", advice.rowsNow());
    json.writeFieldName("rows_then");
    if (advice.rowsThen() < 0) {
      json.writeNull();
    } else {
      json.writeNumber(advice.rowsThen());
    }
    json.writeEndObject();
  }

  private void mode(Optional<DeclaredMode> mode) throws IOException {
    json.writeStringField("declared_mode", mode.map(DeclaredMode::text).orElse(null));
  }

  private void volume(Volume volume) throws IOException {
    json.writeStartObject();
    json.writeNumberField("insert", volume.of(RowKind.INSERT));
    json.writeNumberField("update_before", volume.of(RowKind.UPDATE_BEFORE));
    json.writeNumberField("update_after", volume.of(RowKind.UPDATE_AFTER));
    json.writeNumberField("delete", volume.of(RowKind.DELETE));
    json.writeNumberField("total", volume.total());
    json.writeEndObject();
  }

  /** Four decimal places: the same digits wherever it runs. */
  private void ratio(String name, long out, long in) throws IOException {
    json.writeFieldName(name);
    if (in == 0) {
      json.writeNull();
    } else {
      json.writeNumber(Math.round(out * 10_000.0 / in) / 10_000.0);
    }
  }

  private void names(List<String> names) throws IOException {
    json.writeStartArray();
    for (String name : names) {
      json.writeString(name);
    }
    json.writeEndArray();
  }
}
