package dev.tidemark.cli.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Sorts the words behind {@code tidemark run}: our options may stand before the jar or right behind
 * it; from the first other word on, all belong to the program.
 */
public final class ProgramArguments {

  private static final String FAIL_ON_LATE = "--fail-on-late";

  private static final Set<String> WITH_VALUE =
      Set.of(
          "-c", "--class", "-D", "--target", "--log-file", "--ledger", "--report", "--drops-json");
  private static final Set<String> ALONE =
      Set.of("--verbose", "--drops", FAIL_ON_LATE, "-h", "--help", "-V", "--version");
  private static final List<String> JOINED =
      List.of(
          "-D",
          "--class=",
          "--target=",
          "--log-file=",
          "-c=",
          "--ledger=",
          "--report=",
          "--drops-json=",
          FAIL_ON_LATE + "=");

  private ProgramArguments() {}

  /** Puts our options first, then the jar, then the program's words. */
  public static String[] optionsFirst(String[] args) {
    List<String> options = new ArrayList<>();
    List<String> rest = new ArrayList<>();
    int at = 0;
    while (at < args.length) {
      String word = args[at];
      int taken = optionLength(word);
      if (taken > 0) {
        int end = Math.min(at + taken, args.length);
        // Alone, it must not take the jar behind it for its value.
        options.addAll(
            word.equals(FAIL_ON_LATE)
                ? List.of(FAIL_ON_LATE + "=0")
                : Arrays.asList(args).subList(at, end));
        at = end;
        continue;
      }
      boolean isJar = rest.isEmpty() && !word.startsWith("-");
      if (word.equals("--") && !rest.isEmpty()) {
        at++;
      }
      if (!isJar) {
        break;
      }
      rest.add(word);
      at++;
    }
    rest.addAll(Arrays.asList(args).subList(at, args.length));
    options.addAll(rest);
    return options.toArray(new String[0]);
  }

  private static int optionLength(String word) {
    if (WITH_VALUE.contains(word)) {
      return 2;
    }
    boolean joined = JOINED.stream().anyMatch(word::startsWith);
    return joined || ALONE.contains(word) ? 1 : 0;
  }
}
