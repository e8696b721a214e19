package dev.tidemark.insight.report;

import dev.tidemark.insight.changelog.Advice;
import dev.tidemark.insight.changelog.Advices;
import dev.tidemark.insight.changelog.ChangelogProfile;
import dev.tidemark.insight.changelog.DeclaredMode;
import dev.tidemark.insight.changelog.FinalState;
import dev.tidemark.insight.changelog.Volume;
import dev.tidemark.insight.ledger.DropJson;
import java.util.List;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.types.RowKind;

/** The changelog of a run, as changelog.js draws it. */
final class ReportedChangelog {
  /** Rows of a final state that are shown. */
  private static final int ROWS = 100;

  private final ChangelogProfile profile;
  private final ReportSize size;

  private ReportedChangelog(ChangelogProfile profile, ReportSize size) {
    this.profile = profile;
    this.size = size;
  }

  /** What report.js shows; the operators are in the plan's order. */
  static ObjectNode json(ChangelogProfile profile, ReportSize size) {
    return new ReportedChangelog(profile, size).json();
  }

  private ObjectNode json() {
    ObjectNode node = DropJson.object();
    ArrayNode operators = node.putArray("operators");
    profile.operators().forEach(operator -> operators.add(json(operator)));
    ArrayNode results = node.putArray("results");
    profile.results().forEach(result -> results.add(json(result)));
    ArrayNode advice = node.putArray("advice");
    for (Advice each : Advices.of(profile)) {
      advice.addArray().add(each.operator()).add(each.text());
    }
    return node;
  }

  private ObjectNode json(ChangelogProfile.Operator operator) {
    ObjectNode node = DropJson.object();
    node.put("mode", operator.mode().map(DeclaredMode::text).orElse(null));
    node.put("sink", operator.sink());
    ArrayNode edges = node.putArray("edges");
    for (ChangelogProfile.Edge edge : profile.edges()) {
      if (edge.to() == operator.plan().index()) {
        ObjectNode each = edges.addObject();
        each.put("from", edge.from());
        each.put("input", edge.input());
        each.put("mode", edge.mode().map(DeclaredMode::text).orElse(null));
        each.set("volume", json(edge.volume()));
      }
    }
    node.put("in", operator.rowsIn());
    node.set("volume", json(operator.sink() ? operator.in().get(0) : operator.out()));
    ArrayNode first = node.putArray("first");
    for (ChangelogProfile.Change change : operator.first()) {
      ArrayNode each = first.addArray().add(change.kind().toByteValue());
      if (change.cause() == null) {
        each.addNull().addNull();
      } else {
        each.add(change.cause().source()).add(change.cause().ordinal());
      }
      each.add(text(change.values()));
    }
    return node;
  }

  private static ArrayNode json(Volume volume) {
    ArrayNode kinds = DropJson.object().putArray("kinds");
    for (RowKind kind : RowKind.values()) {
      kinds.add(volume.of(kind));
    }
    return kinds;
  }

  private ObjectNode json(ChangelogProfile.Result result) {
    ObjectNode node = DropJson.object();
    FinalState state = result.state();
    node.put("op", result.operator());
    node.put("table", result.table().orElse(null));
    node.put("sourceRows", result.sourceRows());
    node.set("volume", json(result.volume()));
    node.put("known", state.known());
    node.put("rows", state.size());
    node.put("keys", state.keys());
    node.put("unmatched", state.unmatched());
    node.put("keyIs", result.key().kind().text());
    ArrayNode key = node.putArray("key");
    result.keyColumns().forEach(key::add);
    ArrayNode columns = node.putArray("columns");
    result.columns().forEach(columns::add);
    ArrayNode listed = node.putArray("listed");
    if (state.known()) {
      for (List<Object> row : state.rows(ROWS)) {
        ArrayNode cells = listed.addArray();
        row.forEach(value -> cells.add(text(value)));
      }
    }
    return node;
  }

  private String text(Object value) {
    return value == null ? "NULL" : size.cut(value.toString());
  }

  private String text(List<Object> values) {
    StringBuilder text = new StringBuilder();
    for (Object value : values) {
      text.append(text.length() == 0 ? "" : ", ").append(value == null ? "NULL" : value);
    }
    return size.cut(text.toString());
  }
}
