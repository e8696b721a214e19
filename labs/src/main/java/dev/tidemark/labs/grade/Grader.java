package dev.tidemark.labs.grade;

import dev.tidemark.labs.Texts;
import dev.tidemark.labs.model.Entry;
import dev.tidemark.labs.model.Model;
import dev.tidemark.labs.output.ClientOutput;
import dev.tidemark.labs.output.ProgramLog;
import dev.tidemark.labs.output.ResultTable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Judges the steps of a lab by the files that were saved, and by nothing else. */
public final class Grader {

  private final List<StepRules> steps;
  private final Model model;
  private final Texts mistakes;
  private final Texts messages;

  /**
   * A grader of these steps.
   *
   * @param mistakes explains the mistakes that the rules name
   * @param messages the sentences of all labs
   */
  public Grader(List<StepRules> steps, Model model, Texts mistakes, Texts messages) {
    this.steps = List.copyOf(steps);
    this.model = model;
    this.mistakes = mistakes;
    this.messages = messages;
  }

  /** Judges each step. */
  public List<StepResult> grade(Path folder) {
    List<StepResult> results = new ArrayList<>();
    SavedFiles saved = new SavedFiles(folder);
    Grader here = with(saved);
    for (int i = 0; i < steps.size(); i++) {
      results.add(here.grade(i, saved));
    }
    return results;
  }

  /** The same, which finds the rows that the learner has written. */
  private Grader with(SavedFiles saved) {
    Model with = model.with(file -> saved.text(file).orElse("").getBytes(StandardCharsets.UTF_8));
    return new Grader(steps, with, mistakes, messages);
  }

  /**
   * Judges a step.
   *
   * @param number from 1 on
   */
  public StepResult grade(Path folder, int number) {
    SavedFiles saved = new SavedFiles(folder);
    return with(saved).grade(number - 1, saved);
  }

  private StepResult grade(int index, SavedFiles saved) {
    StepRules step = steps.get(index);
    String file = step.report() != null ? step.report().file() : step.output();
    boolean missing = saved.text(file).isEmpty() && saved.obstacle(file).isEmpty();
    List<Finding> findings = step.report() != null ? report(step, saved) : output(step, saved);
    if (missing && step.predictions() != null) {
      // The file that is to be filled in before anything is run may be broken already.
      Optional<Finding> broken =
          new PredictionCheck(step, model, new Explainer(messages, mistakes)).broken(saved);
      missing = broken.isEmpty();
      findings = broken.map(List::of).orElse(findings);
    }
    StepResult.Status status = StepResult.Status.RIGHT;
    if (!findings.isEmpty()) {
      status = missing ? StepResult.Status.MISSING : StepResult.Status.WRONG;
    }
    return new StepResult(index + 1, step.id(), step.title(), status, findings);
  }

  private List<Finding> output(StepRules step, SavedFiles saved) {
    Explainer explainer = new Explainer(messages, mistakes);
    Optional<ClientOutput> output = saved.output(step.output());
    if (output.isEmpty()) {
      return List.of(explainer.missing(step.output(), saved));
    }
    if (output.get().isEmpty()) {
      return List.of(explainer.empty(step.output()));
    }
    if (step.log()) {
      return log(step, ProgramLog.of(output.get()), saved, explainer);
    }
    return new TableCheck(step, model, explainer)
        .check(output.get())
        .or(() -> new PlanCheck(step, explainer).check(output.get()))
        .or(() -> new ScriptCheck(step, explainer).check(saved))
        .map(List::of)
        .orElse(List.of());
  }

  private List<Finding> log(StepRules step, ProgramLog log, SavedFiles saved, Explainer explainer) {
    Optional<Finding> wrong =
        learnersFile(step, saved, explainer)
            .or(() -> new LogCheck(step, model, explainer).check(log))
            .or(() -> new ScriptCheck(step, explainer).check(saved))
            .or(() -> needs(step, explainer));
    if (wrong.isPresent() || step.predictions() == null) {
      return wrong.map(List::of).orElse(List.of());
    }
    return new PredictionCheck(step, model, explainer).check(saved, log);
  }

  /** What is wrong with the rows that the learner has written for a step. */
  private Optional<Finding> learnersFile(StepRules step, SavedFiles saved, Explainer explainer) {
    String result = step.tables().get(0).result();
    Optional<String> file = model.learnersFile(result);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    if (saved.text(file.get()).isEmpty()) {
      return Optional.of(explainer.missing(file.get(), saved));
    }
    return model
        .learnersMistake(result)
        .map(
            problem ->
                explainer.common(
                    "not-a-row", explainer.say("rows-of", "file", file.get()), problem, null));
  }

  private Optional<Finding> needs(StepRules step, Explainer explainer) {
    return step.needs().stream()
        .map(need -> need.check(model, explainer))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private List<Finding> report(StepRules step, SavedFiles saved) {
    ReportCheck check =
        new ReportCheck(
            step.report(),
            new Explainer(messages, mistakes),
            this::expected,
            table -> found(table, saved),
            table -> right(table, saved));
    return check.check(saved);
  }

  private Optional<List<Entry>> expected(String table) {
    return Optional.of(rule(table).expected(model));
  }

  /** The entries of a saved table; empty if it is not there. */
  private Optional<List<Entry>> found(String table, SavedFiles saved) {
    StepRules step = step(table);
    if (step.log()) {
      return saved
          .output(step.output())
          .map(ProgramLog::of)
          .filter(log -> log.ends().size() == 1)
          .map(ProgramLog::entries);
    }
    return saved
        .output(step.output())
        .map(output -> TableCheck.candidates(output, step, model))
        .filter(tables -> tables.size() >= place(table))
        .map(tables -> tables.get(place(table) - 1))
        .map(ResultTable::entries);
  }

  /** The entries of a saved table of a step whose tables are right, as no others are counted in. */
  private Optional<List<Entry>> right(String table, SavedFiles saved) {
    StepRules step = step(table);
    Explainer explainer = new Explainer(messages, mistakes);
    if (step.log()) {
      LogCheck check = new LogCheck(step, model, explainer);
      return saved
          .output(step.output())
          .map(ProgramLog::of)
          .filter(log -> check.check(log).isEmpty())
          .map(ProgramLog::entries);
    }
    TableCheck check = new TableCheck(step, model, explainer);
    return saved
        .output(step.output())
        .filter(output -> check.check(output).isEmpty())
        .flatMap(output -> found(table, saved));
  }

  private TableRule rule(String table) {
    return step(table).tables().get(place(table) - 1);
  }

  private StepRules step(String table) {
    String id = table.split("\\.", 2)[0];
    return steps.stream()
        .filter(step -> step.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no step " + id));
  }

  private static int place(String table) {
    int dot = table.indexOf('.');
    return dot < 0 ? 1 : Integer.parseInt(table.substring(dot + 1));
  }
}
