package dev.tidemark.cli.page;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;

/**
 * A program that the page is to run.
 *
 * @param jar its jar
 * @param mainClass the class with the main method; empty for the one that the jar names
 * @param arguments the program's own
 */
record ProgramRequest(String jar, String mainClass, List<String> arguments) {

  /** What is wrong with the JSON of one; empty for nothing. */
  static Optional<String> objection(JsonNode json) {
    JsonNode arguments = json.path("arguments");
    return arguments.isMissingNode() || arguments.isNull() || arguments.isArray()
        ? Optional.empty()
        : Optional.of("arguments is a list of words, such as [\"--delay\", \"2s\"].");
  }

  /** Reads {@code {"jar": …, "class": …, "arguments": […]}}. */
  static ProgramRequest of(JsonNode json) {
    List<String> arguments = new ArrayList<>();
    json.path("arguments").forEach(each -> arguments.add(each.asText()));
    return new ProgramRequest(
        json.path("jar").asText("").strip(), json.path("class").asText("").strip(), arguments);
  }

  /** What it is called on the page. */
  String title() {
    return ProgramPage.title(new File(jar), mainClass.isEmpty() ? null : mainClass, arguments);
  }
}
