package dev.tidemark.conformance.flinktests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs Flink's own tests on the target and compares with the committed baseline: a test that is in
 * it must pass.
 *
 * <p>System properties: {@code flinkTests.lists} (comma-separated names of {@code
 * flink-tests/classes-*.txt}) or {@code flinkTests.classes} (class names); {@code
 * flinkTests.invocations} (how many invocations of each test with parameters, 0 = all, instead of
 * what the list says); {@code flinkTests.raise=true} adds newly passing tests to the baseline.
 */
class FlinkTestSuite {

  private static final String SECONDS_PER_TEST = "90s";

  @Test
  void passesWhatItPassedBefore() throws IOException {
    String chosen = System.getProperty("flinkTests.classes");
    List<String> classes =
        chosen == null ? List.copyOf(Committed.classes().keySet()) : List.of(chosen.split(",", -1));
    Outcomes outcomes = run(classes);
    report(outcomes, System.out);

    Set<String> baseline = Committed.baseline();
    Set<String> lost = new TreeSet<>(baseline);
    lost.removeIf(name -> !wasChosen(name, classes));
    lost.removeAll(outcomes.passed);
    Set<String> won = new TreeSet<>(outcomes.passed);
    won.removeAll(baseline);
    System.out.printf(
        "baseline %d, no longer passing %d, new %d%n", baseline.size(), lost.size(), won.size());
    if (Boolean.getBoolean("flinkTests.raise")) {
      baseline.addAll(won);
      Files.write(Committed.BASELINE, new TreeSet<>(baseline));
    } else if (!won.isEmpty()) {
      System.out.println("Raise the baseline with -DflinkTests.raise=true.");
    }
    assertThat(lost).as("tests of the baseline that do not pass any more").isEmpty();
  }

  private static Outcomes run(List<String> classes) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(classes.stream().map(name -> selectClass(name)).toList())
            .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
            .configurationParameter(
                "junit.jupiter.execution.timeout.testable.method.default", SECONDS_PER_TEST)
            .build();
    Outcomes outcomes = new Outcomes();
    LauncherFactory.create().execute(request, outcomes);
    return outcomes;
  }

  private static void report(Outcomes outcomes, PrintStream out) {
    outcomes.failed.forEach((test, cause) -> out.println("failed " + test + "\n    " + cause));
    outcomes.excluded.forEach((test, reason) -> out.println("excluded " + test + ": " + reason));
    outcomes.skipped.forEach(test -> out.println("skipped by Flink " + test));
    out.printf(
        "Flink's tests: %d passed (%d of them without a job), %d failed, %d excluded, %d skipped by Flink%n",
        outcomes.passed.size(),
        outcomes.withoutJob.size(),
        outcomes.failed.size(),
        outcomes.excluded.size(),
        outcomes.skipped.size());
  }

  /** Whether this run was to run that test. */
  private static boolean wasChosen(String name, List<String> classes) {
    String className = TestNames.className(name);
    String method = TestNames.method(name);
    int most = CurrentTest.invocations(className);
    int invocation =
        method.length() == name.length()
            ? 0
            : Integer.parseInt(name.substring(method.length() + 1));
    return classes.contains(className) && (most == 0 || invocation <= most);
  }
}
