package dev.tidemark.labs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.labs.grade.StepResult;
import dev.tidemark.labs.grade.StepResult.Status;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lab that is solved before each test, with what Flink's own client printed. */
abstract class SolvedLabTest {

  @TempDir Path folder;
  Recorded lab;

  private final String name;
  private final String report;

  SolvedLabTest(String name, String report) {
    this.name = name;
    this.report = report;
  }

  @BeforeEach
  final void solve() throws IOException {
    lab = new Recorded(name, folder, report);
  }

  @Test
  final void whatFlinksClientPrintedIsRight() {
    assertThat(lab.grade())
        .allSatisfy(step -> assertThat(step.findings()).as(step.id()).isEmpty())
        .extracting(StepResult::status)
        .hasSize(8)
        .containsOnly(Status.RIGHT);
  }
}
