package dev.tidemark.insight.why;

import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.SourceRow;
import dev.tidemark.insight.text.Durations;
import dev.tidemark.insight.text.Times;
import dev.tidemark.runtime.plan.PlanEdge;
import dev.tidemark.runtime.plan.PlanInput;
import dev.tidemark.runtime.plan.PlanNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Where event time stood when the input ended, what held it back, and which windows were open. */
final class EndText {
  private static final int WINDOWS = 10;

  private final RunInsight run;
  private final WhyProbe probe;
  private final Function<SourceRow, String> place;

  EndText(RunInsight run, WhyProbe probe, Function<SourceRow, String> place) {
    this.run = run;
    this.probe = probe;
    this.place = place;
  }

  String text() {
    StringBuilder text = new StringBuilder("Before the end of the input:\n");
    Map<Integer, Long> generators = generators();
    if (generators.isEmpty()) {
      return text.append("  no watermark was made: nothing waits for event time here.\n")
          .toString();
    }
    long lowest = generators.values().stream().mapToLong(Long::longValue).min().orElseThrow();
    generators.forEach(
        (node, watermark) -> {
          text.append("  the watermark of ")
              .append(sourceOf(run.plan().nodes().get(node)))
              .append(" stood at ")
              .append(Times.text(watermark));
          if (generators.size() > 1 && watermark == lowest) {
            text.append(": it holds the others back");
          }
          text.append('\n');
        });
    probe.open().forEach((node, windows) -> text.append(windows(node, windows.atEnd())));
    return text.toString();
  }

  /** Generators: operators that make watermarks, and not the ones that pass them on. */
  private Map<Integer, Long> generators() {
    Map<Integer, Long> generators = new TreeMap<>();
    for (PlanNode node : run.plan().nodes()) {
      if (run.delays().isGenerator(node)) {
        generators.put(node.index(), probe.emitted().getOrDefault(node.index(), Long.MIN_VALUE));
      }
    }
    return generators;
  }

  private String sourceOf(PlanNode node) {
    if (node.isSource()) {
      return run.context().name(node);
    }
    for (PlanInput input : node.inputs()) {
      for (PlanEdge edge : input.edges()) {
        return sourceOf(run.plan().node(edge.sourceId()));
      }
    }
    return run.context().name(node);
  }

  private String windows(int index, List<OpenWindows.Waiting> open) {
    PlanNode node = run.plan().nodes().get(index);
    String name = run.context().name(node);
    if (open.isEmpty()) {
      return "  " + name + ": every window with rows in it had been emitted\n";
    }
    StringBuilder text = new StringBuilder("  " + name + ": ");
    WatermarkSteps.Step last = probe.steps(index).lastBeforeEnd();
    text.append(open.size() == 1 ? "1 window was" : open.size() + " windows were").append(" open");
    if (last != null && last.setBy() != null) {
      text.append("; the watermark had been moved to ")
          .append(Times.text(last.watermark()))
          .append(" by ")
          .append(place.apply(last.setBy()));
    }
    text.append('\n');
    for (OpenWindows.Waiting window : open.subList(0, Math.min(WINDOWS, open.size()))) {
      text.append("    ")
          .append(Times.text(window.window().start()))
          .append(" – ")
          .append(Times.text(window.window().end()))
          .append(", ")
          .append(window.rows() == 1 ? "1 row" : window.rows() + " rows")
          .append(": closed by a watermark of ")
          .append(Times.text(window.firesAt()));
      ClosingRow row = ClosingRow.of(run, node, window.firesAt(), probe.emitted());
      if (row != null) {
        text.append(", that is by a row of ")
            .append(Times.text(row.time()))
            .append(" or later (delay ")
            .append(Durations.text(row.delay()));
        if (row.byInterval() > 0) {
          text.append("; a watermark goes out when it is more than ")
              .append(Durations.text(row.byInterval()))
              .append(" ahead of the last one: pipeline.auto-watermark-interval");
        }
        text.append(')');
      }
      text.append('\n');
    }
    if (open.size() > WINDOWS) {
      text.append("    … and ").append(open.size() - WINDOWS).append(" more\n");
    }
    return text.toString();
  }
}
