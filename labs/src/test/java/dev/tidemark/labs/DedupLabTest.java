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
class DedupLabTest {

  private static final String REPORT =
      """
      {"n_rows": 436, "n_orders": 140, "update_pairs": 296, "shipped_now": 52,
       "topn_log_rows": 887, "norank_log_rows": 437, "top_books": "bestiary"}
      """;

  @TempDir Path folder;
  private Recorded lab;

  @BeforeEach
  void solve() throws IOException {
    lab = new Recorded("dedup", folder, REPORT);
  }

  @Test
  void whatFlinksClientPrintedIsRight() {
    assertThat(lab.grade())
        .allSatisfy(step -> assertThat(step.findings()).as(step.id()).isEmpty())
        .extracting(StepResult::status)
        .hasSize(8)
        .containsOnly(Status.RIGHT);
  }
}
