package dev.tidemark.cli.server;

import dev.tidemark.cli.files.WorkingDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decides whether a call can be served in a process that others use too, with the output that it
 * has in a process of its own. In doubt it cannot: that only takes longer.
 */
final class RunsHere {

  private static final Set<String> OPTIONS_WITH_VALUE = Set.of("-f", "-i", "-e", "-D");

  /**
   * Bytes. Flink's tokenizer takes longer than in proportion for a long literal, and cannot be
   * stopped when the caller has gone.
   */
  private static final long LARGEST_SCRIPT = 1 << 20;

  /** Variables that the JVM reads when it starts. */
  private static final List<String> OF_THE_PROCESS =
      List.of("TZ", "TIDEMARK_HEAP", "TIDEMARK_JAVA_OPTS", "JAVA_HOME", "JDK_JAVA_OPTIONS");

  private static final Pattern PROCESS_WIDE_KEY =
      Pattern.compile("(fs\\.|security\\.|plugin\\.|io\\.tmp|execution\\.target).*");

  /**
   * Statements that bring code of their own, have a cluster run in this process, show numbers that
   * Flink counts up from the start of the process, or read what has a name in the caller's process
   * only.
   */
  private static final Pattern NEEDS_OWN_PROCESS =
      Pattern.compile(
          "\\bJAR\\b|\\bexecution\\.target\\b|\\bJSON_EXECUTION_PLAN\\b|\\bPLAN_ADVICE\\b"
              + "|\\bCOMPILE\\b|\\bEXECUTE\\s+PLAN\\b|\\bCREATE\\s+CATALOG\\b"
              + "|/dev/(stdin|fd)\\b|/proc/self\\b",
          Pattern.CASE_INSENSITIVE);

  private final Map<String, String> ours;

  /** In a process with this environment. */
  RunsHere(Map<String, String> environment) {
    this.ours = environment;
  }

  /**
   * Why a call has to run in a process of its own; empty when it can run here. Paths are where the
   * current thread works.
   *
   * @param theirs the environment of the caller
   * @param words the arguments of {@code tidemark}
   */
  Optional<String> objection(Map<String, String> theirs, List<String> words) {
    for (String name : OF_THE_PROCESS) {
      if (!Objects.equals(ours.get(name), theirs.get(name))) {
        return Optional.of(name + " is another one here");
      }
    }
    String conf = theirs.get("FLINK_CONF_DIR");
    if (conf != null && !Path.of(conf).isAbsolute()) {
      return Optional.of("FLINK_CONF_DIR is a relative path");
    }
    if (words.isEmpty() || !words.get(0).equals("sql")) {
      return Optional.of("this is not 'sql'");
    }
    boolean hasScript = false;
    for (int i = 1; i < words.size(); i += 2) {
      if (!OPTIONS_WITH_VALUE.contains(words.get(i)) || i + 1 == words.size()) {
        return Optional.of("the option " + words.get(i));
      }
      hasScript |= !words.get(i).equals("-D") && !words.get(i).equals("-i");
      Optional<String> objection = objection(words.get(i), words.get(i + 1));
      if (objection.isPresent()) {
        return objection;
      }
    }
    return hasScript ? Optional.empty() : Optional.of("somebody types");
  }

  private static Optional<String> objection(String option, String value) {
    if (option.equals("-D")) {
      return PROCESS_WIDE_KEY.matcher(value).matches()
          ? Optional.of("the setting " + value)
          : Optional.empty();
    }
    try {
      if (option.equals("-e")) {
        return textObjection(value, value);
      }
      Path file = WorkingDirectory.resolve(Path.of(value));
      if (Files.size(file) > LARGEST_SCRIPT) {
        return Optional.of("the size of " + value);
      }
      return textObjection(value, new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
    } catch (IOException | InvalidPathException e) {
      // The command says so itself.
      return Optional.empty();
    }
  }

  private static Optional<String> textObjection(String name, String text) {
    return NEEDS_OWN_PROCESS.matcher(text).find()
        ? Optional.of("what is in " + name)
        : Optional.empty();
  }
}
