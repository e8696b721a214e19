package dev.tidemark.labs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a lab's folder says of itself, and how paths are put into texts. */
class LabFolderTest {

  @TempDir Path temporary;

  private LabFolder start(String name) {
    LabFolder folder = new LabFolder(temporary.resolve(name));
    folder.start(new Labs(null).lab("watermark"), Language.EN, false, Path.of("/opt/a $b"));
    return folder;
  }

  @Test
  void commandsAreQuotedForTheShell() throws IOException {
    LabFolder folder = start("do$HOME `id` x");

    assertThat(Files.readString(folder.path().resolve("README.md")))
        .contains("cd \"" + temporary + "/do\\$HOME \\`id\\` x\"")
        .contains("export PATH=\"/opt/a \\$b:/opt/a \\$b/bin:$PATH\"")
        .contains("'path' = 'file://" + temporary + "/do$HOME `id` x/data/watermark_events.csv'");
    assertThat(Places.put("wc \"{{data}}/x\" or {{data}}, {{other}}", Map.of("data", "a\"b\\c")))
        .isEqualTo("wc \"a\\\"b\\\\c/x\" or a\"b\\c, {{other}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "", "[]", "{\"lab\": 1}"})
  void aDamagedMarkIsTold(String content) throws IOException {
    LabFolder folder = start("lab");
    Path mark = folder.path().resolve(".tidemark-lab.json");
    Files.writeString(mark, content);

    assertThatThrownBy(folder::startedLab)
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith(mark + " is damaged: it no longer says which lab")
        .hasMessageContaining("{\"lab\": \"NAME\", \"language\": \"en\"}");
  }

  @Test
  void theFolderIsFoundFromWithin() {
    LabFolder folder = start("lab");

    assertThat(LabFolder.around(folder.path().resolve("data"), "watermark"))
        .map(LabFolder::path)
        .contains(folder.path());
    assertThat(LabFolder.around(folder.path().resolve("data"), "dedup")).isEmpty();
  }

  @Test
  void aFolderInPlaceOfTheDataIsAChange() throws IOException {
    LabFolder folder = start("lab");
    Path data = folder.path().resolve("data/watermark_events.csv");
    Files.delete(data);
    Files.createDirectory(data);

    assertThat(folder.changedData(new Labs(null).lab("watermark"))).containsExactly(data);
  }
}
