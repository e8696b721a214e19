package dev.tidemark.cli.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Archives are the same bytes for the same files, and tar can read them. */
@DisabledOnOs(OS.WINDOWS)
class TarGzTest {

  @TempDir Path folder;

  private Path packed(String name, List<String> order, long time) throws IOException {
    Path source = Files.createDirectories(folder.resolve(name));
    TarGz archive = new TarGz();
    for (String each : order) {
      Path file = Files.writeString(source.resolve(each), "the content of " + each);
      Files.setLastModifiedTime(file, FileTime.fromMillis(time));
      archive.file("deep/er/" + each, file, each.equals("run"));
    }
    archive.text("é.txt", "wörds\n");
    archive.link("link", "deep/er/run");
    Path file = source.resolve("a.tar.gz");
    archive.writeTo(file, "top");
    return file;
  }

  @Test
  void orderAndTimesDoNotShow() throws Exception {
    Path one = packed("one", List.of("run", "a".repeat(120)), 1_000_000_000L);
    Path two = packed("two", List.of("a".repeat(120), "run"), 2_000_000_000L);

    assertThat(two).hasSameBinaryContentAs(one);
    Path out = folder.resolve("out");
    int code =
        new ProcessBuilder("tar", "xzf", two.toString())
            .directory(Files.createDirectory(out).toFile())
            .inheritIO()
            .start()
            .waitFor();
    assertThat(code).isZero();
    assertThat(out.resolve("top/link")).hasContent("the content of run").isExecutable();
    assertThat(out.resolve("top/deep/er/" + "a".repeat(120)).toFile().canExecute()).isFalse();
    assertThat(Files.getLastModifiedTime(out.resolve("top/deep/er/run")))
        .hasToString("2026-01-01T00:00:00Z");
  }

  @Test
  void nothingIsLostWhenTwoFilesHaveOneName() {
    TarGz archive = new TarGz();
    archive.text("a", "1");

    assertThatThrownBy(() -> archive.text("a", "2")).hasMessage("two files are called a");
  }
}
