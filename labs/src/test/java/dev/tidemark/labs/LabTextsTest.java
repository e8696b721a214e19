package dev.tidemark.labs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The texts of each lab are whole, in both languages. */
class LabTextsTest {

  private static final Path RESOURCES = Path.of("labs/src/main/resources/dev/tidemark/labs");
  private static final Pattern SAID = Pattern.compile("say: ([a-z0-9-]+)");

  static List<String> labs() {
    return new Labs(null).names();
  }

  private static Spec yaml(String file) throws IOException {
    return Spec.read(Files.readAllBytes(RESOURCES.resolve(file)), file);
  }

  @ParameterizedTest
  @MethodSource("labs")
  void eachStepAndEachMistakeHasItsText(String name) throws IOException {
    String rules = Files.readString(RESOURCES.resolve("catalog/" + name + "/lab.yaml"));
    Set<String> said = new TreeSet<>();
    Matcher matcher = SAID.matcher(rules);
    while (matcher.find()) {
      said.add(matcher.group(1));
    }
    Lab lab = new Labs(null).lab(name);

    for (Language language : Language.values()) {
      Spec texts = yaml("catalog/" + name + "/texts." + language.code() + ".yaml");
      assertThat(texts.map("mistakes").keySet())
          .as("%s %s", name, language)
          .containsExactlyInAnyOrderElementsOf(said);
      assertThat(texts.map("steps").keySet()).containsExactlyElementsOf(lab.steps());
      assertThat(lab.title(language)).isNotBlank();
      for (String step : lab.steps()) {
        assertThat(lab.stepTitle(step, language)).isNotBlank();
        assertThat(lab.hint(step, language)).isNotBlank();
      }
    }
  }

  @Test
  void theGradersSentencesTakeTheSameWordsInBothLanguages() throws IOException {
    assertThat(placeholders("messages.zh.yaml")).isEqualTo(placeholders("messages.en.yaml"));
  }

  private static List<String> placeholders(String file) throws IOException {
    return yaml(file).map().entrySet().stream()
        .map(
            entry ->
                Pattern.compile("\\{\\w+\\}")
                    .matcher(entry.getValue().text())
                    .results()
                    .map(found -> found.group())
                    .sorted()
                    .distinct()
                    .collect(Collectors.joining(" ", entry.getKey() + " ", "")))
        .sorted()
        .toList();
  }

  @ParameterizedTest
  @MethodSource("labs")
  void theInstructionsHaveTheSameCommandsAndFiguresInBothLanguages(String name) {
    Lab lab = new Labs(null).lab(name);
    String english = lab.instructions(Language.EN);
    String chinese = lab.instructions(Language.ZH);

    assertThat(blocks(chinese)).isEqualTo(blocks(english)).hasSizeGreaterThan(8);
    for (String step : lab.steps()) {
      if (!step.equals("report")) {
        assertThat(english).contains("> " + step + ".out 2>&1");
      }
    }
    assertThat(headings(chinese)).isEqualTo(headings(english));
  }

  private static List<String> blocks(String markdown) {
    String[] parts = markdown.split("(?m)^```.*\\R", -1);
    List<String> blocks = new ArrayList<>();
    for (int i = 1; i < parts.length; i += 2) {
      blocks.add(parts[i]);
    }
    return blocks;
  }

  private static List<String> headings(String markdown) {
    return markdown
        .lines()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceAll("[^#0-9.].*", ""))
        .toList();
  }

  @Test
  void aMistypedRuleIsNamed(@TempDir Path folder) throws IOException {
    Path lab = Files.createDirectory(folder.resolve("mine"));
    Files.writeString(
        lab.resolve("lab.yaml"),
        "results: {}\ntables:\n  t: {file: t.csv, columns: {a: BIGINT, b: FLOAT}}\nsteps: []\n");

    assertThat(problem(folder))
        .isEqualTo(
            lab.resolve("lab.yaml")
                + ": tables: t: columns: b: the grader knows BIGINT, INT, STRING and"
                + " TIMESTAMP(3).");

    Files.writeString(
        lab.resolve("lab.yaml"),
        "steps:\n  - id: r\n    report: {file: r.json, fields: {n: {is: {rows: w5}}}}\n");
    assertThat(problem(folder))
        .endsWith("steps[1]: report: fields: n: is: rows: no earlier step has a table 'w5'.");

    Files.writeString(lab.resolve("lab.yaml"), "tables: {}\nstep: []\n");
    assertThat(problem(folder))
        .contains("'step' is not known here; there are classroom, files, tables");

    Files.writeString(lab.resolve("lab.yaml"), "tables: {}\nsteps: [}\n");
    assertThat(problem(folder)).contains("lab.yaml:2: this is not YAML: ");
  }

  @Test
  void rulesThatCannotBeAreNamed(@TempDir Path folder) throws IOException {
    Path file = Files.createDirectory(folder.resolve("mine")).resolve("lab.yaml");
    String tables = "tables: {t: {file: t.csv, columns: {ts: TIMESTAMP(3)}}}\n";
    String step = "{id: a, output: a.out}";

    Files.writeString(file, tables + "results: {}\nsteps: [%s, %s]\n".formatted(step, step));
    assertThat(problem(folder)).endsWith("there are two steps 'a'.");

    String tumble =
        "results: {w: {from: t, do: [tumble: {time: ts, size: %s, values: {n: count}}]}}\nsteps: []\n";
    Files.writeString(file, tables + tumble.formatted("0 s"));
    assertThat(problem(folder)).endsWith("a duration of more than 0 is expected here.");
    Files.writeString(file, tables + tumble.formatted("9999999999999999 h"));
    assertThat(problem(folder)).contains("is not a duration such as 200 ms");
  }

  private static String problem(Path folder) {
    try {
      new Labs(folder).lab("mine");
      return "none";
    } catch (LabException e) {
      return e.getMessage();
    }
  }
}
