package dev.tidemark.conformance.flinktests;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Knows which of Flink's tests runs, with which settings of its own, and which do not run at all.
 * JUnit finds it by its service file.
 */
public final class CurrentTest implements ExecutionCondition, BeforeEachCallback {
  static final String EXCLUDED = "excluded: ";
  static final String NOT_CHOSEN = "not chosen";

  private static final Map<String, Integer> CLASSES = Committed.classes();
  private static final Map<String, String> EXCLUSIONS = Committed.exclusions();
  private static final Map<String, Map<String, String>> SETTINGS = Committed.settings();
  private static final Set<String> BASELINE = Committed.baseline();

  private static volatile String current = "";

  /** Whether that invocation of a test runs: one of the first, or one that has passed before. */
  static boolean isChosen(String name) {
    int most = invocations(TestNames.className(name));
    return most == 0 || TestNames.invocation(name) <= most || BASELINE.contains(name);
  }

  /** How many invocations of a test with parameters run in that class; 0 means all. */
  private static int invocations(String className) {
    Integer forAll = Integer.getInteger("flinkTests.invocations");
    return forAll != null ? forAll : CLASSES.getOrDefault(className, 0);
  }

  /** Settings of the running test. */
  static Map<String, String> settings() {
    return SETTINGS.getOrDefault(current, Map.of());
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    String name = TestNames.of(context.getUniqueId());
    String reason = EXCLUSIONS.getOrDefault(name, EXCLUSIONS.get(TestNames.method(name)));
    if (reason != null) {
      return ConditionEvaluationResult.disabled(EXCLUDED + reason);
    }
    return isChosen(name)
        ? ConditionEvaluationResult.enabled("")
        : ConditionEvaluationResult.disabled(NOT_CHOSEN);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    current = TestNames.method(TestNames.of(context.getUniqueId()));
  }
}
