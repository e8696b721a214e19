package dev.tidemark.cli.lab;

import dev.tidemark.labs.Lab;
import dev.tidemark.labs.LabFolder;
import dev.tidemark.labs.Texts;
import dev.tidemark.labs.grade.Finding;
import dev.tidemark.labs.grade.StepResult;
import dev.tidemark.labs.grade.StepResult.Status;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** The verdicts of {@code tidemark lab check}, for people and for programs. */
public final class CheckReport {

  private static final String SCHEMA = "tidemark.lab-check/1";
  private static final int WIDTH = 96;

  private final Lab lab;
  private final LabFolder folder;
  private final Texts messages;
  private final List<StepResult> results;
  private final String place;

  /**
   * A report of these results.
   *
   * @param place options that say where the lab is, for the command lines that are suggested; empty
   *     if none are needed
   */
  public CheckReport(
      Lab lab, LabFolder folder, Texts messages, List<StepResult> results, String place) {
    this.place = place;
    this.lab = lab;
    this.folder = folder;
    this.messages = messages;
    this.results = List.copyOf(results);
  }

  /** Whether each step that was asked for is right. */
  public boolean allRight() {
    return right() == results.size();
  }

  private long right() {
    return results.stream().filter(step -> step.status() == Status.RIGHT).count();
  }

  /**
   * For people.
   *
   * @param classroom whether the data in the folder do not count
   */
  public String text(boolean classroom) {
    StringBuilder text = new StringBuilder();
    int width = lab.steps().stream().mapToInt(String::length).max().orElse(0);
    for (StepResult step : results) {
      text.append(
          String.format(
              Locale.ROOT,
              "%2d  %-" + width + "s  %s%n",
              step.number(),
              step.id(),
              messages.get(step.status() == Status.MISSING ? "missing" : lower(step.status()))));
      if (step.status() == Status.WRONG) {
        step.findings().forEach(finding -> append(finding, text));
      }
    }
    text.append('\n');
    String one = results.size() == 1 ? "-one" : "";
    String key = (allRight() ? "all-right" : "some-right") + one;
    text.append(messages.get(key, "right", right(), "count", results.size())).append('\n');
    results.stream()
        .filter(step -> step.status() != Status.RIGHT)
        .findFirst()
        .ifPresent(
            step ->
                text.append(
                        messages.get(
                            "next", "lab", lab.name(), "step", step.number(), "place", place))
                    .append('\n'));
    if (folder.startedLab().isEmpty()
        && results.stream().allMatch(step -> step.status() == Status.MISSING)) {
      text.append(messages.get("not-started", "folder", folder.path(), "lab", lab.name()))
          .append('\n');
    }
    if (!classroom) {
      for (Path file : folder.changedData(lab)) {
        text.append(messages.get("changed-data", "file", file, "lab", lab.name(), "place", place))
            .append('\n');
      }
    }
    return text.toString();
  }

  private void append(Finding finding, StringBuilder text) {
    line("expected", finding.expected(), text);
    line("found", finding.found(), text);
    line("difference", finding.difference(), text);
    line("usually", finding.usually(), text);
  }

  private void line(String key, String words, StringBuilder text) {
    if (words == null) {
      return;
    }
    int labels =
        Stream.of("expected", "found", "difference", "usually")
            .mapToInt(label -> columns(messages.get(label)))
            .max()
            .orElse(0);
    String indent = " ".repeat(6 + labels);
    String label = messages.get(key);
    text.append("    ").append(label).append(" ".repeat(labels - columns(label) + 2));
    // Rows stay in one piece, each on a line of its own.
    String lines =
        key.equals("difference")
            ? words.replace("\n", "\n" + indent)
            : Wrapping.wrap(words, WIDTH, "\n" + indent);
    text.append(lines).append('\n');
  }

  /** How many columns of a terminal a label takes: Chinese characters take two. */
  private static int columns(String label) {
    return label.codePoints().map(c -> Character.isIdeographic(c) ? 2 : 1).sum();
  }

  /** For programs, when nothing could be checked. */
  public static String json(String lab, String error) {
    return new ObjectMapper()
        .createObjectNode()
        .put("schema", SCHEMA)
        .put("lab", lab)
        .put("error", error)
        .toString();
  }

  /** For programs; docs/labs.md describes the fields. */
  public String json() {
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put("schema", SCHEMA);
    json.put("lab", lab.name());
    json.put("folder", folder.path().toString());
    json.put("right", right());
    json.put("asked", results.size());
    ArrayNode steps = json.putArray("steps");
    for (StepResult result : results) {
      ObjectNode step = steps.addObject();
      step.put("step", result.number());
      step.put("name", result.id());
      step.put("title", result.title());
      step.put("status", lower(result.status()));
      ArrayNode findings = step.putArray("findings");
      for (Finding finding : result.findings()) {
        ObjectNode entry = findings.addObject();
        entry.put("mistake", finding.mistake());
        entry.put("expected", finding.expected());
        entry.put("found", finding.found());
        if (finding.difference() != null) {
          entry.put("difference", finding.difference());
        }
        entry.put("usually", finding.usually());
      }
    }
    return json.toPrettyString() + "\n";
  }

  private static String lower(Status status) {
    return status.name().toLowerCase(Locale.ROOT);
  }
}
