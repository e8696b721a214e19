package dev.tidemark.conformance.flinktests;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Gathers what became of each of Flink's tests. */
final class Outcomes implements TestExecutionListener {
  private static final int CAUSE_LENGTH = 240;

  private final Map<String, Integer> jobsBefore = new ConcurrentHashMap<>();

  final Set<String> passed = new LinkedHashSet<>();

  /** Those of {@link #passed} that gave the target no job, so that they say nothing about it. */
  final Set<String> withoutJob = new LinkedHashSet<>();

  /** Test to cause. */
  final Map<String, String> failed = new LinkedHashMap<>();

  /** Test to reason. */
  final Map<String, String> excluded = new LinkedHashMap<>();

  /** Disabled or aborted by Flink's own test. */
  final List<String> skipped = new ArrayList<>();

  /** Further invocations of tests with parameters, which the lists leave out. */
  final Set<String> notChosen = new LinkedHashSet<>();

  /** Everything that JUnit has begun or passed over, however it ended. */
  final Set<String> met = new LinkedHashSet<>();

  @Override
  public void executionStarted(TestIdentifier test) {
    jobsBefore.put(test.getUniqueId(), TargetExecutor.JOBS.get());
    if (test.isTest()) {
      met.add(TestNames.of(test.getUniqueId()));
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    String name = TestNames.of(test.getUniqueId());
    met.add(name);
    if (reason.startsWith(CurrentTest.EXCLUDED)) {
      excluded.put(name, reason.substring(CurrentTest.EXCLUDED.length()));
    } else if (reason.equals(CurrentTest.NOT_CHOSEN)) {
      notChosen.add(name);
    } else {
      skipped.add(name + ": " + reason);
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    String name = TestNames.of(test.getUniqueId());
    switch (result.getStatus()) {
      case FAILED -> {
        met.add(name);
        failed.put(name, cause(result.getThrowable().orElse(null)));
      }
      case ABORTED -> {
        met.add(name);
        skipped.add(name + ": " + cause(result.getThrowable().orElse(null)));
      }
      case SUCCESSFUL -> {
        if (test.isTest()) {
          passed.add(name);
          if (jobsBefore.get(test.getUniqueId()) == TargetExecutor.JOBS.get()) {
            withoutJob.add(name);
          }
        }
      }
    }
  }

  /** How many ends there are; each test has one. */
  int ended() {
    return passed.size() + failed.size() + excluded.size() + skipped.size() + notChosen.size();
  }

  /** The test's own message and the deepest cause. */
  private static String cause(Throwable thrown) {
    if (thrown == null) {
      return "";
    }
    Throwable root = thrown;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root == thrown ? line(thrown) : line(thrown) + " <- " + line(root);
  }

  private static String line(Throwable thrown) {
    String line = thrown.toString().strip().replaceAll("\\s+", " ");
    return line.length() > CAUSE_LENGTH ? line.substring(0, CAUSE_LENGTH) + "..." : line;
  }
}
