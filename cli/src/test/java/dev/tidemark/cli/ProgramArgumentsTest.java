package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.cli.program.ProgramArguments;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ProgramArgumentsTest {

  private static String sorted(String words) {
    CommandLine run = new CommandLine(new RunCommand(null));
    return String.join(
        " ", ProgramArguments.optionsFirst(words.split(" ", -1), run.getCommandSpec().options()));
  }

  @Test
  void optionsMayStandBehindTheJar() {
    assertThat(sorted("job.jar -c Main -Da=b -D c=d in out"))
        .isEqualTo("-c Main -Da=b -D c=d job.jar in out");
    assertThat(sorted("-c Main job.jar --target local in"))
        .isEqualTo("-c Main --target local job.jar in");
  }

  @Test
  void optionsThatLookIntoJobs() {
    assertThat(sorted("job.jar --drops --ledger l.csv --report=r.html --fail-on-late in"))
        .isEqualTo("--drops --ledger l.csv --report=r.html --fail-on-late=0 job.jar in");
    assertThat(sorted("--fail-on-late job.jar --fail-on-late=5%"))
        .isEqualTo("--fail-on-late=0 --fail-on-late=5% job.jar");
  }

  @Test
  void theProgramsWordsStayTogether() {
    assertThat(sorted("job.jar --input x -c y")).isEqualTo("job.jar --input x -c y");
    assertThat(sorted("job.jar in -c y --verbose")).isEqualTo("job.jar in -c y --verbose");
  }

  @Test
  void twoDashesEndOurOptions() {
    assertThat(sorted("job.jar -- -c y")).isEqualTo("job.jar -c y");
    assertThat(sorted("job.jar --verbose -- --verbose --"))
        .isEqualTo("--verbose job.jar --verbose --");
  }
}
