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
 * it must run and pass.
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
    if (isPart()) {
      lost.removeIf(name -> !classes.contains(TestNames.className(name)));
    }
    lost.removeAll(outcomes.passed);
    Set<String> won = new TreeSet<>(outcomes.passed);
    won.removeAll(baseline);
    System.out.printf(
        "baseline %d, of these not passed %d, new %d%n", baseline.size(), lost.size(), won.size());
    if (Boolean.getBoolean("flinkTests.raise")) {
      baseline.addAll(won);
      Files.write(Committed.BASELINE, new TreeSet<>(baseline));
    } else if (!won.isEmpty()) {
      System.out.println("Raise the baseline with -DflinkTests.raise=true.");
    }
    assertThat(outcomes.ended()).as("each test has one end").isEqualTo(outcomes.met.size());
    assertThat(lost).as("tests of the baseline that did not run, or did not pass").isEmpty();
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
        "Flink's tests: %d = %d passed (%d of them without a job) + %d failed + %d excluded"
            + " + %d skipped by Flink + %d further invocations not chosen%n",
        outcomes.met.size(),
        outcomes.passed.size(),
        outcomes.withoutJob.size(),
        outcomes.failed.size(),
        outcomes.excluded.size(),
        outcomes.skipped.size(),
        outcomes.notChosen.size());
  }

  /** Whether only some of the committed classes were asked for. */
  private static boolean isPart() {
    return System.getProperty("flinkTests.classes") != null
        || System.getProperty("flinkTests.lists") != null;
  }
}
