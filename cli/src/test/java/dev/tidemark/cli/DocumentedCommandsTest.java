package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The commands on examples that the documentation shows work as typed, and print what it shows. A
 * block that is one command may be followed by a block of output; in a block that begins with
 * {@code $}, the output stands below it. A line of … stands for lines that are left out.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DocumentedCommandsTest {

  private static final Path ROOT = Path.of("..");
  private static final String COMMAND = "./tidemark ";

  @TempDir Path folder;

  static Stream<Arguments> commands() throws IOException {
    List<Arguments> found = new ArrayList<>();
    for (String page : List.of("README.md", "docs/changelog.md")) {
      List<String> blocks = blocks(Files.readString(ROOT.resolve(page)));
      for (int i = 0; i < blocks.size(); i++) {
        String block = blocks.get(i);
        String next = i + 1 < blocks.size() ? blocks.get(i + 1) : "";
        if (block.startsWith("$ " + COMMAND)) {
          String[] lines = block.split("\n", 2);
          found.add(Arguments.of(page, lines[0].substring(2), lines[1]));
        } else if (block.startsWith(COMMAND + "changelog")) {
          found.add(Arguments.of(page, block.strip(), next));
        } else if (block.startsWith(COMMAND) && block.contains("examples/")) {
          found.add(Arguments.of(page, block.strip(), ""));
        }
      }
    }
    return found.stream();
  }

  private static List<String> blocks(String markdown) {
    String[] parts = markdown.split("(?m)^```.*\\R", -1);
    List<String> blocks = new ArrayList<>();
    for (int i = 1; i < parts.length; i += 2) {
      blocks.add(parts[i]);
    }
    return blocks;
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("commands")
  void worksAsTyped(String page, String command, String shown) throws Exception {
    String[] words = command.substring(COMMAND.length()).split(" +");

    int code =
        ChildProcess.builder(folder, List.of(), words)
            .directory(ROOT.toFile())
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile())
            .start()
            .waitFor();

    assertThat(code).as(Files.readString(folder.resolve("err"))).isZero();
    List<String> wanted =
        Arrays.stream(shown.split("\n", -1))
            .filter(line -> !line.isBlank() && !line.strip().equals("…"))
            .toList();
    List<String> printed = Files.readAllLines(folder.resolve("out"));
    assertThat(printed).isNotEmpty();
    if (!wanted.isEmpty()) {
      assertThat(printed).containsSubsequence(wanted);
    }
  }
}
