package dev.tidemark.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.conformance.program.Bench;
import dev.tidemark.conformance.program.Program;
import dev.tidemark.conformance.program.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every DataStream program: once on Flink's MiniCluster and twice on the target. */
class DataStreamConformanceTest {

  /** Outputs whose name begins so have no fixed order on a cluster. */
  private static final String UNORDERED = "unordered ";

  @TempDir Path scratch;

  static Stream<Arguments> programs() {
    return Programs.all().entrySet().stream()
        .filter(entry -> Targets.isChosen(entry.getKey()))
        .map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  void givesWhatFlinkGives(String name, Program program) throws Exception {
    Map<String, List<String>> expected = run(program, Targets.FLINK, "flink");
    assertThat(expected).as("Flink's outputs").isNotEmpty();
    expected.forEach((output, lines) -> assertThat(lines).as("Flink's " + output).isNotEmpty());

    Map<String, List<String>> actual = run(program, Targets.SUBJECT, "subject");
    assertThat(text(comparable(actual))).isEqualTo(text(comparable(expected)));

    Map<String, List<String>> again = run(program, Targets.SUBJECT, "again");
    assertThat(text(again)).as("second run").isEqualTo(text(actual));
  }

  @Test
  void coversEnoughPrograms() {
    assertThat(Programs.all()).hasSizeGreaterThanOrEqualTo(10);
  }

  private Map<String, List<String>> run(Program program, String target, String folder)
      throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(DeploymentOptions.TARGET, target);
    configuration.set(DeploymentOptions.ATTACHED, true);
    configuration.set(CoreOptions.DEFAULT_PARALLELISM, 1);
    StreamExecutionEnvironment environment = new StreamExecutionEnvironment(configuration);
    Bench bench =
        new Bench(
            environment,
            !target.equals(Targets.FLINK),
            Files.createDirectory(scratch.resolve(folder)));
    program.build(bench);
    return bench.run();
  }

  private static Map<String, List<String>> comparable(Map<String, List<String>> outputs) {
    Map<String, List<String>> comparable = new TreeMap<>();
    outputs.forEach(
        (name, lines) ->
            comparable.put(
                name, name.startsWith(UNORDERED) ? lines.stream().sorted().toList() : lines));
    return comparable;
  }

  private static String text(Map<String, List<String>> outputs) {
    StringBuilder text = new StringBuilder();
    outputs.forEach(
        (name, lines) ->
            text.append(name).append(":\n").append(String.join("\n", lines)).append("\n"));
    return text.toString();
  }
}
