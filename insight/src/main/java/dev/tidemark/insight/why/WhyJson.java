package dev.tidemark.insight.why;

import dev.tidemark.insight.ledger.DropJson;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.text.Times;
import dev.tidemark.runtime.plan.PlanNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** A row's story as JSON; docs/json.md describes the fields. */
public final class WhyJson {
  /** Version of the document that {@code tidemark why --format json} prints. */
  public static final String SCHEMA = "tidemark.why/1";

  private final RunInsight run;
  private final WhyProbe probe;

  public WhyJson(RunInsight run, WhyProbe probe) {
    this.run = run;
    this.probe = probe;
  }

  /** One run: its stories and the state at the end. */
  public ObjectNode of(String statement) {
    ObjectNode node = DropJson.object();
    node.put("statement", statement);
    DropJson.end(node, run.end());
    node.put("matches", probe.matches());
    ArrayNode stories = node.putArray("rows");
    probe.stories().forEach(story -> stories.add(story(story)));
    ObjectNode end = node.putObject("before_end_of_input");
    ObjectNode watermarks = end.putObject("watermarks");
    ObjectNode exact = end.putObject("watermarks_ms");
    probe
        .emitted()
        .forEach(
            (index, watermark) -> {
              if (run.delays().isGenerator(run.plan().nodes().get(index))) {
                watermarks.put(name(index), Times.text(watermark));
                exact.put(name(index), watermark);
              }
            });
    ArrayNode open = end.putArray("open_windows");
    probe
        .open()
        .forEach((index, windows) -> windows.atEnd().forEach(w -> open.add(window(index, w))));
    return node;
  }

  private ObjectNode window(int index, OpenWindows.Waiting waiting) {
    ObjectNode node = DropJson.object();
    node.put("operator", name(index));
    DropJson.time(node, "start", waiting.window().start());
    DropJson.time(node, "end", waiting.window().end());
    node.put("rows", waiting.rows());
    DropJson.time(node, "closed_by_watermark", waiting.firesAt());
    PlanNode operator = run.plan().nodes().get(index);
    ClosingRow row = ClosingRow.of(run, operator, waiting.firesAt(), probe.emitted());
    DropJson.time(node, "closed_by_row_time", row == null ? null : row.time());
    return node;
  }

  private ObjectNode story(Story story) {
    ObjectNode node = DropJson.object();
    node.set("source", DropJson.source(run.context().names(), story.row(), story.there()));
    ObjectNode row = node.putObject("row");
    story.values().forEach(row::put);
    ArrayNode events = node.putArray("events");
    for (Story.Event event : story.events()) {
      events.add(event(event));
    }
    return node;
  }

  private ObjectNode event(Story.Event event) {
    ObjectNode node = DropJson.object();
    if (event instanceof Story.Reached reached) {
      node.put("event", "reached");
      node.put("operator", name(reached.node()));
      DropJson.time(node, "row_time", reached.rowTime());
      DropJson.time(node, "watermark", reached.watermark());
    } else if (event instanceof Story.InWindow in) {
      WatermarkSteps.Step step = probe.steps(in.node()).reaching(in.in().firesAt());
      node.put("event", "window");
      node.put("operator", name(in.node()));
      DropJson.time(node, "start", in.in().window().start());
      DropJson.time(node, "end", in.in().window().end());
      DropJson.time(node, "emitted_at_watermark", step == null ? null : step.watermark());
      DropJson.time(node, "closes_at_watermark", in.in().closesAt());
      node.put("emitted_by_end_of_input", step != null && step.isEndOfInput());
    } else if (event instanceof Story.Lost lost) {
      node.put("event", "dropped");
      node.setAll(DropJson.drop(run.context().names(), lost.drop(), null, null));
    } else if (event instanceof Story.Ended ended) {
      node.put("event", "held-back");
      node.put("operator", name(ended.node()));
    }
    return node;
  }

  private String name(int node) {
    return run.context().names().get(node);
  }
}
