package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A person at a terminal, which {@code script} from util-linux plays. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@EnabledIf("canPlayATerminal")
class InteractiveTest {

  private static final Path SCRIPT = Path.of("/usr/bin/script");
  private static final Pattern ESCAPES =
      Pattern.compile("\u001b(\\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|[=>])|\r");
  private static final String PROMPT = "Flink SQL> ";
  private static final String CTRL_C = "\u0003";
  private static final String ENTER = "\r";

  @TempDir private Path folder;

  private Process process;
  private final StringBuilder screen = new StringBuilder();
  private int seen;

  static boolean canPlayATerminal() {
    return System.getProperty("os.name").equals("Linux") && Files.isExecutable(SCRIPT);
  }

  @AfterEach
  void hangUp() {
    process.destroy();
  }

  private void start(String... args) throws IOException {
    ProcessBuilder child = ChildProcess.builder(folder, List.of(), args);
    String command =
        child.command().stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" ", "stty rows 50 cols 200; exec ", ""));
    ProcessBuilder terminal =
        new ProcessBuilder(SCRIPT.toString(), "-qefc", command, "/dev/null")
            .redirectErrorStream(true);
    terminal.environment().put("TERM", "xterm");
    terminal.environment().put("SHELL", "/bin/sh");
    process = terminal.start();
    Thread reading = new Thread(this::read, "screen");
    reading.setDaemon(true);
    reading.start();
  }

  private void read() {
    try (Reader output = process.inputReader(StandardCharsets.UTF_8)) {
      char[] some = new char[1024];
      for (int n = output.read(some); n >= 0; n = output.read(some)) {
        synchronized (screen) {
          screen.append(some, 0, n);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String text() {
    synchronized (screen) {
      return ESCAPES.matcher(screen).replaceAll("");
    }
  }

  /** Waits, if need be for a minute, until a text stands behind what was waited for before. */
  private void await(String text) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (true) {
      String all = text();
      int found = all.indexOf(text, seen);
      if (found >= 0) {
        seen = found + text.length();
        return;
      }
      assertThat(process.isAlive() && System.nanoTime() < end)
          .as("waiting for '%s' in%n%s", text, all)
          .isTrue();
      Thread.sleep(50);
    }
  }

  private void type(String keys) throws IOException {
    OutputStream keyboard = process.getOutputStream();
    keyboard.write(keys.getBytes(StandardCharsets.UTF_8));
    keyboard.flush();
  }

  @Test
  void statementsAreTypedAndCtrlCEndsAQueryOnly() throws Exception {
    start("sql");
    await(PROMPT);
    type("SET 'sql-client.execution.result-mode' = 'tableau';" + ENTER);
    await("[INFO] Execute statement succeeded.");
    await(PROMPT);

    type("SELECT 6 * 7 AS answer;" + ENTER);
    await("|          42 |");
    await("Received a total of 1 row");
    await(PROMPT);

    type("SELECT * FROM nosuch;" + ENTER);
    await("Object 'nosuch' not found");
    await(PROMPT);

    type(
        "CREATE TABLE g (a BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '5',"
            + " 'fields.a.kind' = 'sequence', 'fields.a.start' = '1', 'fields.a.end' = '1000000');"
            + ENTER);
    await("[INFO] Execute statement succeeded.");
    await(PROMPT);
    type("SELECT a FROM g;" + ENTER);
    await("| +I |                    2 |");
    type(CTRL_C);
    await("Query terminated");
    await(PROMPT);

    type("SELECT 'still here' AS x;" + ENTER);
    await("still here |");
    await(PROMPT);
    type("QUIT;" + ENTER);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(text()).isTrue();

    assertThat(process.exitValue()).isZero();
    await("Shutting down the session...");
    await("tidemark: 6 statements, 1 failed, ");
  }
}
