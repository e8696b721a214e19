package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that are wrong are named at once, with what they may be. */
class SettingsCheckTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "parallelism.default=abc | must be a whole number.",
        "execution.runtime-mode=fast | must be one of streaming, batch, automatic.",
        "pipeline.object-reuse=maybe | must be true or false.",
        "execution.checkpointing.interval=soon | must be a duration such as 10 s.",
        "taskmanager.memory.managed.size=big | must be a size such as 512 mb.",
        "table.exec.mini-batch.size=many | must be a whole number.",
        "tidemark.source.patience=long | must be a duration such as 10 s.",
        "tidemark.clock=sundial | must be one of auto, frozen, wall.",
      })
  void aWrongValueIsWrongUsage(String setting, String expected) {
    Command done = Command.sql("-D", setting, "-e", "SELECT 1;");

    String key = setting.substring(0, setting.indexOf('='));
    String value = setting.substring(setting.indexOf('=') + 1);
    assertThat(done)
        .isEqualTo(
            new Command(
                2,
                "",
                "tidemark: the setting " + key + " is '" + value + "', and " + expected + "\n"));
  }

  @Test
  void anUnknownKeyOfOursIsWrongUsage() {
    Command done = Command.sql("-D", "tidemark.clok=wall", "-e", "SELECT 1;");

    assertThat(done)
        .isEqualTo(
            new Command(
                2,
                "",
                "tidemark: there is no setting tidemark.clok; did you mean tidemark.clock?\n"));
  }

  @Test
  void anUnknownKeyOfOursInAScriptGetsAWarningOnce() {
    Command done =
        Command.sql("-e", "SET 'tidemark.sede' = '7';\nSET 'x' = 'y';\nSELECT 1 AS x;\n");

    assertThat(done.err())
        .containsOnlyOnce("warning: there is no setting tidemark.sede")
        .startsWith("-e:1:1: warning: there is no setting tidemark.sede; there are tidemark.clock");
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void aFarFetchedSuggestionIsNotMade() {
    assertThat(Command.run("frobnicate").err())
        .isEqualTo(
            "tidemark: Unmatched argument at index 0: 'frobnicate'\nTry 'tidemark --help'.\n");
    assertThat(Command.run("sql", "--formt", "csv", "-e", "SELECT 1;").err())
        .contains("Did you mean: --format?");
  }
}
