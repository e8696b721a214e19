package dev.tidemark.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A call of the command in this JVM, and what came of it. */
record Command(int exitCode, String out, String err) {

  /** Runs the command with nothing on standard input. */
  static Command run(String... args) {
    return runWithInput("", args);
  }

  /** Runs the command with a text on standard input. */
  static Command runWithInput(String input, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ByteArrayInputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    int code = Main.run(args, CliStreams.of(in, out, err));
    return new Command(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs {@code tidemark sql} on the target under test. */
  static Command sql(String... args) {
    List<String> all = new ArrayList<>(List.of("sql", "--target", target()));
    all.addAll(Arrays.asList(args));
    return run(all.toArray(new String[0]));
  }

  /** The target under test: {@code -Dtidemark.test.target}, else Tidemark's own. */
  static String target() {
    return System.getProperty("tidemark.test.target", "tidemark");
  }
}
