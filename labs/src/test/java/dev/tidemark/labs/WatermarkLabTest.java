package dev.tidemark.labs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.labs.grade.StepResult;
import dev.tidemark.labs.grade.StepResult.Status;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lab's grader before the output of Flink's own client, right and wrong. */
class WatermarkLabTest {

  private static final String REPORT =
      """
      {"total_rows": 640, "dropped_0": 45, "dropped_5": 33, "dropped_30": 11,
       "late_rows_5": 116, "dropped_slow": 0}
      """;

  @TempDir Path folder;
  private Recorded lab;

  @BeforeEach
  void solve() throws IOException {
    lab = new Recorded("watermark", folder, REPORT);
  }

  @Test
  void whatFlinksClientPrintedIsRight() {
    assertThat(lab.grade()).extracting(StepResult::status).hasSize(8).containsOnly(Status.RIGHT);
  }
}
