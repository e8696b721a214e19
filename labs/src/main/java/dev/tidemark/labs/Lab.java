package dev.tidemark.labs;

import dev.tidemark.labs.grade.Grader;
import dev.tidemark.labs.grade.StepRules;
import dev.tidemark.labs.model.Model;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** A lab: its texts, its data, and the rules of its steps. */
public final class Lab {

  private static final Pattern PLAIN_NAME = Pattern.compile("[^./\\\\][^/\\\\]*");

  private final String name;
  private final LabSource source;
  private final Spec rules;
  private final List<String> steps;
  private final List<String> files;
  private final Map<Language, Spec> texts = new EnumMap<>(Language.class);

  Lab(String name, LabSource source) {
    this.name = name;
    this.source = source;
    this.rules = Spec.read(source.required("lab.yaml"), source.describe("lab.yaml"));
    rules.only("classroom", "files", "tables", "results", "steps");
    Model model = Model.of(rules, file -> new byte[0]);
    this.files = model.files();
    this.steps = stepRules(model, id -> id).stream().map(StepRules::id).toList();
  }

  /** The word by which it is started. */
  public String name() {
    return name;
  }

  /** The names of the steps, in order. */
  public List<String> steps() {
    return steps;
  }

  /** The names of its data files. */
  public List<String> dataFiles() {
    return files;
  }

  /** The names of further files that the learner gets, such as a program or a form to fill in. */
  public List<String> furtherFiles() {
    for (Spec file : rules.list("files")) {
      if (!PLAIN_NAME.matcher(file.text()).matches()) {
        throw file.wrong("the name of a file is expected here, without a folder.");
      }
    }
    return rules.texts("files");
  }

  /** The content of a further file. */
  public byte[] furtherFile(String file) {
    return source.required("files/" + file);
  }

  /** The content of a data file. */
  public byte[] data(String file) {
    return source.required("data/" + file);
  }

  /** Where a classroom keeps the lab's folder and its data; see lab.yaml. */
  public String classroomFolder() {
    return classroom("folder");
  }

  /** Where a classroom keeps the data. */
  public String classroomData() {
    return classroom("data");
  }

  private String classroom(String key) {
    if (!rules.has("classroom")) {
      throw new LabException("the lab " + name + " has no paths for a classroom.");
    }
    return rules.get("classroom").text(key);
  }

  /** What the lab is about, in a line; in English if there are no texts in this language. */
  public String title(Language language) {
    boolean there = source.read("texts." + language.code() + ".yaml").isPresent();
    return texts(there ? language : Language.EN).text("title");
  }

  /** What a step is about, in a line. */
  public String stepTitle(String step, Language language) {
    return stepTexts(step, language).text("title");
  }

  /**
   * Help with a step, short of its solution; {@code {{data}}} stands for the folder of the data.
   */
  public String hint(String step, Language language) {
    return stepTexts(step, language).text("hint").strip();
  }

  private Spec stepTexts(String step, Language language) {
    return texts(language).get("steps").get(step);
  }

  /** The instructions as Markdown, with {@code {{name}}} for what depends on the place. */
  public String instructions(Language language) {
    return new String(
        source.required("instructions." + language.code() + ".md"), StandardCharsets.UTF_8);
  }

  /**
   * A grader for this lab.
   *
   * @param data gives the content of a data file
   */
  public Grader grader(Language language, Function<String, byte[]> data) {
    Model model = Model.of(rules, data);
    Texts mistakes = new Texts(texts(language).get("mistakes"));
    mistakes.require(rules.everywhere("say"));
    List<StepRules> all = stepRules(model, step -> stepTitle(step, language));
    return new Grader(all, model, mistakes, Labs.messages(language));
  }

  private List<StepRules> stepRules(Model model, UnaryOperator<String> titles) {
    List<StepRules> all = new ArrayList<>();
    for (Spec step : rules.list("steps")) {
      String id = step.text("id");
      if (all.stream().anyMatch(other -> other.id().equals(id))) {
        throw step.get("id").wrong("there are two steps '" + id + "'.");
      }
      all.add(StepRules.of(step, titles.apply(id), model, all));
    }
    return all;
  }

  private Spec texts(Language language) {
    return texts.computeIfAbsent(
        language,
        l -> {
          String file = "texts." + l.code() + ".yaml";
          return Spec.read(source.required(file), source.describe(file));
        });
  }
}
