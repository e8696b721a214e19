package dev.tidemark.examples.datastream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.examples.ExamplesJar;
import dev.tidemark.examples.Tidemark;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program in a jar, run by {@code tidemark run} as a user runs it. */
class ProgramJarTest {

  @TempDir Path folder;

  @Test
  void readsAFileToItsEnd() throws Exception {
    Path jar = ExamplesJar.writeTo(folder);
    MarkerModel expected = MarkerModel.run();

    Tidemark run =
        Tidemark.process(
            folder,
            List.of(
                "run",
                jar.toString(),
                "-c",
                MarkerWatermarks.class.getName(),
                "--file",
                MarkerModel.FILE.toString()));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(MarkerModel.sortedWithinWindows(run.out().lines().toList()))
        .isEqualTo(expected.printed());
    assertThat(expected.dropped()).isPositive();
  }
}
