package dev.tidemark.labs.grade;

import dev.tidemark.labs.LabException;
import dev.tidemark.labs.model.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonProcessingException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.StreamReadFeature;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.DeserializationFeature;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.json.JsonMapper;

/**
 * Compares the figures of a report with those that follow from the data, and with those that follow
 * from the saved outputs: a right figure that no right output gives was not counted there.
 */
final class ReportCheck {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();
  private static final String NOT_IN_OUTPUTS = "not-in-outputs";

  private final ReportRule rule;
  private final Explainer explainer;
  private final Function<String, Optional<List<Entry>>> expectedTables;
  private final Function<String, Optional<List<Entry>>> savedTables;
  private final Function<String, Optional<List<Entry>>> rightTables;

  /**
   * A check of one report.
   *
   * @param savedTables the tables of the outputs, right or wrong
   * @param rightTables those of them that are right
   */
  ReportCheck(
      ReportRule rule,
      Explainer explainer,
      Function<String, Optional<List<Entry>>> expectedTables,
      Function<String, Optional<List<Entry>>> savedTables,
      Function<String, Optional<List<Entry>>> rightTables) {
    this.rule = rule;
    this.explainer = explainer;
    this.expectedTables = expectedTables;
    this.savedTables = savedTables;
    this.rightTables = rightTables;
  }

  List<Finding> check(SavedFiles saved) {
    Optional<String> text = saved.text(rule.file());
    if (text.isEmpty()) {
      return List.of(explainer.missing(rule.file(), saved));
    }
    if (text.get().isBlank()) {
      return List.of(explainer.empty(rule.file()));
    }
    JsonNode report;
    try {
      // Some editors begin a file with a byte order mark.
      report = JSON.readTree(text.get().replaceFirst("^\uFEFF", ""));
    } catch (JsonProcessingException e) {
      return List.of(notJson(e.getOriginalMessage().lines().findFirst().orElse("")));
    }
    if (!report.isObject()) {
      return List.of(notJson(kind(report)));
    }
    List<Finding> findings = new ArrayList<>();
    rule.fields().forEach(field -> check(field, report.get(field.name())).ifPresent(findings::add));
    return merged(findings);
  }

  /** Figures that the outputs do not give for the same reason make one finding. */
  private static List<Finding> merged(List<Finding> findings) {
    Map<String, Finding> merged = new LinkedHashMap<>();
    for (Finding finding : findings) {
      boolean alike = finding.mistake().equals(NOT_IN_OUTPUTS);
      String key = alike ? finding.difference() : finding.expected();
      merged.merge(
          key,
          finding,
          (one, other) ->
              new Finding(
                  one.mistake(),
                  one.expected() + ", " + other.expected(),
                  one.found() + ", " + other.found(),
                  one.difference(),
                  one.usually()));
    }
    return List.copyOf(merged.values());
  }

  private Finding notJson(String reason) {
    return explainer.common("not-json", explainer.say("json-object"), reason, null);
  }

  private Optional<Finding> check(ReportRule.Field field, JsonNode found) {
    String value =
        field
            .figure()
            .value(expectedTables)
            .orElseThrow(
                () ->
                    new LabException(
                        "the lab's figure "
                            + field.name()
                            + " does not follow from its tables: there is no such column, or"
                            + " no row is left."));
    String expected = field.name() + ": " + (field.number() ? value : "\"" + value + "\"");
    if (found == null || found.isNull()) {
      return Optional.of(
          explainer.common("missing-figure", expected, explainer.say("not-there"), null));
    }
    String said = field.name() + ": " + found;
    if (field.number() && !found.isIntegralNumber() && !isTheValueAsText(found, value)) {
      return Optional.of(explainer.common("wrong-type", expected, said, null, "kind", kind(found)));
    }
    if (!field.number() && !found.isTextual()) {
      return Optional.of(explainer.common("number-for-text", expected, said, null));
    }
    if (!found.asText().equals(value)) {
      return Optional.of(different(field, expected, said, found.asText()));
    }
    if (field.number() && !found.isIntegralNumber()) {
      return Optional.of(explainer.common("text-for-number", expected, said, null));
    }
    if (field.figure().value(rightTables).filter(value::equals).isPresent()) {
      return Optional.empty();
    }
    Optional<String> counted = field.figure().value(savedTables);
    String outputs =
        counted
            .map(
                other ->
                    other.equals(value)
                        ? explainer.say("outputs-give-wrongly")
                        : explainer.say("outputs-give", "value", other))
            .orElseGet(() -> explainer.say("outputs-give-none"));
    return Optional.of(explainer.common(NOT_IN_OUTPUTS, expected, said, outputs));
  }

  private static boolean isTheValueAsText(JsonNode found, String value) {
    return found.isTextual() && found.asText().equals(value);
  }

  /** In words what kind of JSON value stands there. */
  private String kind(JsonNode found) {
    return explainer.say(
        switch (found.getNodeType()) {
          case STRING -> "kind-text";
          case ARRAY -> "kind-array";
          case OBJECT -> "kind-object";
          case BOOLEAN -> "kind-boolean";
          case NUMBER -> found.isIntegralNumber() ? "kind-number" : "kind-fraction";
          default -> "kind-null";
        });
  }

  private Finding different(ReportRule.Field field, String expected, String said, String value) {
    for (ReportRule.Confusion confusion : field.confusions()) {
      if (confusion.figure().value(expectedTables).filter(value::equals).isPresent()) {
        return explainer.special(confusion.say(), expected, said, null);
      }
    }
    if (field.figure().value(savedTables).filter(value::equals).isPresent()) {
      return explainer.common("counted-wrong-outputs", expected, said, null);
    }
    return explainer.common("wrong-figure", expected, said, null);
  }
}
