package dev.tidemark.labs.grade;

import dev.tidemark.labs.Texts;
import dev.tidemark.labs.model.Entry;
import dev.tidemark.labs.model.Model;
import dev.tidemark.labs.output.ClientOutput;
import dev.tidemark.labs.output.ProgramLog;
import dev.tidemark.labs.output.ResultTable;
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
    for (int i = 0; i < steps.size(); i++) {
      results.add(grade(i, saved));
    }
    return results;
  }

  /**
   * Judges a step.
   *
   * @param number from 1 on
   */
  public StepResult grade(Path folder, int number) {
    return grade(number - 1, new SavedFiles(folder));
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
        new LogCheck(step, model, explainer)
            .check(log)
            .or(() -> new ScriptCheck(step, explainer).check(saved));
    if (wrong.isPresent() || step.predictions() == null) {
      return wrong.map(List::of).orElse(List.of());
    }
    return new PredictionCheck(step, model, explainer).check(saved, log);
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
