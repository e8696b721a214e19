package dev.tidemark.labs;

import dev.tidemark.labs.grade.Finding;
import dev.tidemark.labs.grade.StepResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A lab's folder as it is when all steps are done: scripts and what Flink's own client printed. */
final class Recorded {

  private final Lab lab;
  private final Path folder;

  Recorded(String name, Path folder, String report) throws IOException {
    this.lab = new Labs(null).lab(name);
    this.folder = folder;
    try (Stream<Path> files = Files.list(Path.of("examples/sql", name))) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    Files.writeString(folder.resolve("report.json"), report);
  }

  /** Changes a saved file. */
  Recorded edit(String file, UnaryOperator<String> change) throws IOException {
    Path path = folder.resolve(file);
    String before = Files.readString(path);
    String after = change.apply(before);
    if (after.equals(before)) {
      throw new AssertionError("nothing to change in " + file);
    }
    Files.writeString(path, after);
    return this;
  }

  /** Saves another file in its place. */
  Recorded put(String file, String other) throws IOException {
    Files.writeString(folder.resolve(file), other);
    return this;
  }

  /** What is recorded beside the tests. */
  static String resource(String name) throws IOException {
    return Files.readString(Path.of("labs/src/test/resources/recorded", name));
  }

  String text(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }

  List<StepResult> grade() {
    return new LabFolder(folder).grader(lab, Language.EN, false).grade(folder);
  }

  /** What is wrong with a step: the words for programs. */
  List<String> mistakes(String step) {
    return findings(step).stream().map(Finding::mistake).toList();
  }

  List<Finding> findings(String step) {
    int number = lab.steps().indexOf(step) + 1;
    return new LabFolder(folder).grader(lab, Language.EN, false).grade(folder, number).findings();
  }
}
