package dev.tidemark.conformance.flinktests;

import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.UniqueId.Segment;

/**
 * Stable names: {@code package.Class#method}, and {@code #3} behind it for the third invocation.
 */
final class TestNames {

  private TestNames() {}

  /** The class and, if the id goes so far, method and invocation. */
  static String of(String uniqueId) {
    StringBuilder name = new StringBuilder();
    for (Segment segment : UniqueId.parse(uniqueId).getSegments()) {
      String value = segment.getValue();
      switch (segment.getType()) {
        case "class" -> name.append(value);
        case "nested-class" -> name.append('$').append(value);
        case "method", "test-template", "test-factory" ->
            name.append('#').append(value, 0, value.indexOf('('));
        case "test-template-invocation", "dynamic-test" -> name.append(value);
        default -> {}
      }
    }
    return name.toString();
  }

  /** Number of the invocation of a test with parameters, from 1; 0 for other names. */
  static int invocation(String name) {
    String method = method(name);
    return method.length() == name.length()
        ? 0
        : Integer.parseInt(name.substring(method.length() + 1));
  }

  /** The class of a test of that name. */
  static String className(String name) {
    int method = name.indexOf('#');
    return method < 0 ? name : name.substring(0, method);
  }

  /** The name without the number of the invocation. */
  static String method(String name) {
    int method = name.indexOf('#');
    int invocation = method < 0 ? -1 : name.indexOf('#', method + 1);
    return invocation < 0 ? name : name.substring(0, invocation);
  }
}
