package dev.tidemark.insight.why;

import dev.tidemark.insight.ledger.Drop;
import dev.tidemark.insight.ledger.Window;
import dev.tidemark.insight.run.OperatorNames;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.SourceRow;
import dev.tidemark.insight.source.FileRow;
import dev.tidemark.insight.source.FileRows;
import dev.tidemark.insight.text.Durations;
import dev.tidemark.insight.text.Times;
import dev.tidemark.runtime.plan.PlanNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A row's story in words. */
public final class WhyText {
  private final RunInsight run;
  private final WhyProbe probe;
  private final Map<SourceRow, FileRow> places;

  public WhyText(RunInsight run, WhyProbe probe) {
    this.run = run;
    this.probe = probe;
    this.places = FileRows.find(run.plan(), rowsNamed());
  }

  /** Everything: the stories, and the state at the end. */
  public String full() {
    StringBuilder text = new StringBuilder();
    for (Story story : probe.stories()) {
      text.append(story(story)).append('\n');
    }
    if (probe.matches() > probe.stories().size()) {
      text.append("… and ")
          .append(probe.matches() - probe.stories().size())
          .append(" more rows that fit\n\n");
    }
    return text.append(new EndText(run, probe, this::place).text())
        .append(run.zoneNote())
        .toString();
  }

  private String story(Story story) {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        "It came as row " + story.row().ordinal() + " of " + name(story.row().source()) + ".");
    // Last, because a drop is noted before the operator is: its windows explain it.
    List<String> losses = new ArrayList<>();
    boolean toldWatermark = false;
    Story.Event last = null;
    for (Story.Event event : story.events()) {
      if (event instanceof Story.InWindow in) {
        if (!toldWatermark) {
          sentences.add(watermark(reached(story, in.node())));
          toldWatermark = true;
        }
        sentences.add(window(story, in));
      } else if (event instanceof Story.Reached reached && judgesWithoutWindow(reached.node())) {
        if (!toldWatermark) {
          sentences.add(watermark(reached));
          toldWatermark = true;
        }
        if (!isLost(story, reached.node())) {
          sentences.add(name(reached.node()) + " accepted it.");
        }
      } else if (event instanceof Story.Lost lost) {
        losses.add(lost(lost.drop()));
      } else if (event instanceof Story.Ended ended) {
        PlanNode node = run.plan().nodes().get(ended.node());
        if (isFilter(node)) {
          sentences.add(
              run.context().name(node) + " did not let it through: " + condition(node) + ".");
        }
      }
      last = event;
    }
    sentences.addAll(losses);
    if (!toldWatermark && last instanceof Story.Reached reached) {
      sentences.add("It went as far as " + name(reached.node()) + ".");
    }
    StringBuilder text = new StringBuilder(head(story)).append('\n');
    for (int i = 0; i < sentences.size(); i++) {
      text.append("  ").append(i + 1).append(". ").append(sentences.get(i)).append('\n');
    }
    return text.toString();
  }

  private static String head(Story story) {
    if (story.there() != null) {
      FileRow there = story.there();
      return there.file() + ":" + there.lines() + "  " + there.text();
    }
    return story.values().entrySet().stream()
        .map(value -> value.getKey() + " = " + value.getValue())
        .collect(Collectors.joining(", "));
  }

  /** Whether an operator may drop rows, and does not put them into windows. */
  private boolean judgesWithoutWindow(int node) {
    return !probe.open().containsKey(node)
        && run.ledger().accounts().stream()
            .anyMatch(account -> account.node() == node && !account.ignoresWatermark());
  }

  private static boolean isLost(Story story, int node) {
    return story.events().stream()
        .anyMatch(event -> event instanceof Story.Lost lost && lost.drop().node() == node);
  }

  private String watermark(Story.Reached reached) {
    Long rowTime = reached.rowTime();
    String time = rowTime == null ? "" : "Its event time is " + Times.text(rowTime) + ". ";
    if (reached.watermark() == Long.MIN_VALUE) {
      return time + "There was no watermark yet.";
    }
    return time
        + "The watermark stood at "
        + Times.text(reached.watermark())
        + (rowTime == null ? "" : ", " + distance(rowTime, reached.watermark()))
        + (reached.setBy() == null ? "." : "; " + place(reached.setBy()) + " had moved it there.");
  }

  private static String distance(long rowTime, long watermark) {
    return watermark >= rowTime
        ? Durations.text(watermark - rowTime) + " ahead of it"
        : Durations.text(rowTime - watermark) + " behind it";
  }

  private String window(Story story, Story.InWindow event) {
    Belonging in = event.in();
    String belongs = "It belongs to the window " + text(in.window()) + " of " + name(event.node());
    WatermarkSteps steps = probe.steps(event.node());
    long watermark = reached(story, event.node()).watermark();
    if (watermark >= in.closesAt()) {
      boolean waited = in.closesAt() > in.firesAt();
      WatermarkSteps.Step step = steps.reaching(in.closesAt());
      return belongs
          + (waited
              ? ", whose allowed lateness was over when the watermark reached "
              : ", which had been emitted when the watermark reached ")
          + Times.text(step.watermark())
          + by(step)
          + ": it is not counted there.";
    }
    WatermarkSteps.Step step = steps.reaching(in.firesAt());
    if (watermark >= in.firesAt()) {
      return belongs
          + ", which had been emitted when the watermark reached "
          + Times.text(step.watermark())
          + by(step)
          + "; it came within the allowed lateness and is counted there: the window was emitted"
          + " again.";
    }
    if (step == null) {
      return belongs
          + " and is counted there; the window is still open: the watermark has to reach "
          + Times.text(in.firesAt())
          + ".";
    }
    return belongs
        + " and is counted there; the window was emitted "
        + (step.isEndOfInput()
            ? "only because the input ended."
            : "when the watermark reached " + Times.text(step.watermark()) + by(step) + ".");
  }

  private String by(WatermarkSteps.Step step) {
    return step.setBy() == null ? "" : " with " + place(step.setBy());
  }

  private String lost(Drop drop) {
    String text =
        (drop.whole()
                ? "Dropped by "
                : drop.missed().isEmpty()
                    ? "Joined with earlier rows only by "
                    : "Missing from " + drop.missed().size() + " windows of ")
            + name(drop.node())
            + ": "
            + drop.reason().text()
            + ".";
    if (!drop.reason().isLate()) {
      return text;
    }
    text += " The watermark was " + Durations.text(drop.late()) + " too far.";
    if (drop.keepingDelay().isPresent()) {
      long delay = drop.keepingDelay().getAsLong();
      text +=
          " A watermark delay of "
              + Durations.text(delay)
              + " (now "
              + Durations.text(delay - drop.late())
              + ") would have kept it.";
    }
    return text;
  }

  private static boolean isFilter(PlanNode node) {
    return OperatorNames.field(String.valueOf(node.description()), "where") != null;
  }

  private static String condition(PlanNode node) {
    return OperatorNames.field(node.description(), "where");
  }

  private static Story.Reached reached(Story story, int node) {
    return story.events().stream()
        .filter(Story.Reached.class::isInstance)
        .map(Story.Reached.class::cast)
        .filter(reached -> reached.node() == node)
        .findFirst()
        .orElseThrow();
  }

  private String name(int node) {
    return run.context().names().get(node);
  }

  private static String text(Window window) {
    return Times.text(window.start()) + " – " + Times.text(window.end());
  }

  private Set<SourceRow> rowsNamed() {
    Set<SourceRow> rows = new HashSet<>();
    for (Story story : probe.stories()) {
      for (Story.Event event : story.events()) {
        if (event instanceof Story.Reached reached) {
          rows.add(reached.setBy());
        } else if (event instanceof Story.InWindow in) {
          for (long at : List.of(in.in().firesAt(), in.in().closesAt())) {
            WatermarkSteps.Step step = probe.steps(in.node()).reaching(at);
            if (step != null) {
              rows.add(step.setBy());
            }
          }
        }
      }
    }
    for (int node : probe.open().keySet()) {
      WatermarkSteps.Step last = probe.steps(node).lastBeforeEnd();
      if (last != null) {
        rows.add(last.setBy());
      }
    }
    rows.remove(null);
    return rows;
  }

  private String place(SourceRow row) {
    FileRow there = places.get(row);
    if (there == null) {
      return "row " + row.ordinal() + " of " + name(row.source());
    }
    return there.place() + " (" + there.onOneLine() + ")";
  }
}
