package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {

  @TempDir Path here;
  @TempDir Path flink;

  @Test
  void laterSourcesWin() throws IOException {
    Files.writeString(
        here.resolve("tidemark.yaml"), "a: own\nb: own\nnested:\n  key: 1\n  list: [x, y]\n");
    Files.writeString(flink.resolve("config.yaml"), "b: flink\nc: flink\n");

    Map<String, String> all =
        Settings.load(here, flink.toString(), Map.of("c", "option"), null).toMap();

    assertThat(all)
        .containsEntry("a", "own")
        .containsEntry("b", "flink")
        .containsEntry("c", "option")
        .containsEntry("nested.key", "1")
        .containsEntry("nested.list", "[x, y]");
  }

  @Test
  void defaults() {
    Configuration configuration = Settings.load(here, null, Map.of(), null);

    assertThat(configuration.get(DeploymentOptions.TARGET)).isEqualTo("tidemark");
    assertThat(configuration.get(CoreOptions.DEFAULT_PARALLELISM)).isEqualTo(1);
  }

  @Test
  void targetWinsOverAll() {
    Configuration configuration =
        Settings.load(here, null, Map.of("execution.target", "remote"), Target.local);

    assertThat(configuration.get(DeploymentOptions.TARGET)).isEqualTo("local");
  }

  @Test
  void aBrokenFileIsNamed() throws IOException {
    Files.writeString(here.resolve("tidemark.yaml"), "a: [\n");

    assertThatThrownBy(() -> Settings.load(here, null, Map.of(), null))
        .isInstanceOf(UsageException.class)
        .hasMessage(here.resolve("tidemark.yaml") + ":2:1: this is not YAML.");
  }

  @Test
  void aWrongFlinkConfDirIsNamed() {
    assertThatThrownBy(() -> Settings.load(here, here + "/no", Map.of(), null))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("FLINK_CONF_DIR is '");
  }

  @Test
  void aBrokenFlinkFileIsNamed() throws IOException {
    Files.writeString(flink.resolve("config.yaml"), "a: b\nc: 'd\n");

    assertThatThrownBy(() -> Settings.load(here, flink.toString(), Map.of(), null))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(flink.resolve("config.yaml") + ":")
        .hasMessageEndingWith(": this is not YAML.");
  }

  @Test
  void aFileThatIsNoMapIsNamed() throws IOException {
    Files.writeString(here.resolve("tidemark.yaml"), "just words\n");

    assertThatThrownBy(() -> Settings.load(here, null, Map.of(), null))
        .hasMessage(
            here.resolve("tidemark.yaml")
                + " is not a YAML map of settings: each line is KEY: VALUE.");
  }
}
