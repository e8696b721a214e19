package dev.tidemark.labs.grade;

import dev.tidemark.labs.LabException;
import dev.tidemark.labs.model.Entry;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonProcessingException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.StreamReadFeature;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.DeserializationFeature;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.json.JsonMapper;

/** Compares figures that a learner has filled in with those that follow from the data. */
final class Figures {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private final Explainer explainer;
  private final Function<String, Optional<List<Entry>>> expectedTables;

  /** Figures that follow from these tables. */
  Figures(Explainer explainer, Function<String, Optional<List<Entry>>> expectedTables) {
    this.explainer = explainer;
    this.expectedTables = expectedTables;
  }

  /** A JSON object, or what is wrong with a text that should be one. */
  record Filled(JsonNode json, Finding problem) {}

  Filled filled(String text) {
    try {
      // Some editors begin a file with a byte order mark.
      JsonNode json = JSON.readTree(text.replaceFirst("^\uFEFF", ""));
      return json.isObject() ? new Filled(json, null) : new Filled(null, notJson(kind(json)));
    } catch (JsonProcessingException e) {
      return new Filled(null, notJson(e.getOriginalMessage().lines().findFirst().orElse("")));
    }
  }

  private Finding notJson(String reason) {
    return explainer.common("not-json", explainer.say("json-object"), reason, null);
  }

  /** What the figure is. */
  String value(ReportRule.Field field) {
    return field
        .figure()
        .value(expectedTables)
        .orElseThrow(
            () ->
                new LabException(
                    "the lab's figure "
                        + field.name()
                        + " does not follow from its tables: there is no such column, or"
                        + " no row is left."));
  }

  /** The figure as it should stand in the file. */
  String expected(ReportRule.Field field) {
    String value = value(field);
    return field.name() + ": " + (field.number() ? value : "\"" + value + "\"");
  }

  /**
   * What is wrong with a figure.
   *
   * @param unexplained the mistake of a value that the lab does not explain
   */
  Optional<Finding> check(
      ReportRule.Field field, JsonNode found, UnaryOperator<String> unexplained) {
    String value = value(field);
    String expected = expected(field);
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
      return Optional.of(different(field, expected, said, found.asText(), unexplained));
    }
    if (field.number() && !found.isIntegralNumber()) {
      return Optional.of(explainer.common("text-for-number", expected, said, null));
    }
    return Optional.empty();
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

  private Finding different(
      ReportRule.Field field,
      String expected,
      String said,
      String value,
      UnaryOperator<String> unexplained) {
    for (ReportRule.Confusion confusion : field.confusions()) {
      if (confusion.figure().value(expectedTables).filter(value::equals).isPresent()) {
        return explainer.special(confusion.say(), expected, said, null);
      }
    }
    return explainer.common(unexplained.apply(value), expected, said, null);
  }
}
