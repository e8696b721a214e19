package dev.tidemark.insight.report;

import dev.tidemark.insight.ledger.DropJson;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.text.Durations;
import dev.tidemark.runtime.TidemarkOptions;
import dev.tidemark.runtime.plan.PlanEdge;
import dev.tidemark.runtime.plan.PlanInput;
import dev.tidemark.runtime.plan.PlanNode;
import java.util.Locale;
import java.util.OptionalLong;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;

/** The settings of a run on which it depends which rows are late. */
final class Settings {
  private Settings() {}

  /** Pairs of a name and a value. */
  static ArrayNode of(RunInsight run) {
    ArrayNode all = DropJson.object().putArray("settings");
    for (PlanNode node : run.plan().nodes()) {
      if (run.delays().isGenerator(node)) {
        OptionalLong delay = run.delays().of(node);
        add(
            all,
            "watermark delay of " + sourceOf(run, node),
            delay.isPresent()
                ? Durations.text(delay.getAsLong())
                : "not a constant, or no watermark was made");
      }
    }
    Configuration configuration = run.plan().jobGraph().getJobConfiguration();
    add(
        all,
        TidemarkOptions.WATERMARK_POLICY.key(),
        configuration
            .get(TidemarkOptions.WATERMARK_POLICY)
            .name()
            .toLowerCase(Locale.ROOT)
            .replace('_', '-'));
    add(
        all,
        TidemarkOptions.FINAL_WATERMARK.key(),
        String.valueOf(configuration.get(TidemarkOptions.FINAL_WATERMARK)));
    add(
        all,
        "pipeline.auto-watermark-interval",
        Durations.text(run.plan().executionConfig().getAutoWatermarkInterval()));
    return all;
  }

  private static void add(ArrayNode all, String name, String value) {
    all.addArray().add(name).add(value);
  }

  private static String sourceOf(RunInsight run, PlanNode node) {
    for (PlanInput input : node.inputs()) {
      for (PlanEdge edge : input.edges()) {
        return sourceOf(run, run.plan().node(edge.sourceId()));
      }
    }
    return run.context().name(node);
  }
}
