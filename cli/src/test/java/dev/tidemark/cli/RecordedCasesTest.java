package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Scripts whose output was recorded from the SQL client of Flink 2.3.0 ({@code -f}, tableau mode,
 * MiniCluster, parallelism 1): ours is the same.
 */
class RecordedCasesTest {

  /** Cases whose last statement fails: Flink's client exits 0 even so. */
  private static final Set<String> FAILING =
      Set.of(
          "csv_bad_rows", "fail_middle", "insert_then_select", "null_rowtime", "window_over_dedup");

  /** Cases with a result that has no order in Flink: a batch aggregate, two sources. */
  private static final Set<String> UNORDERED = Set.of("hop_partial", "interval_join");

  @TempDir Path folder;

  static Stream<String> cases() throws Exception {
    try (Stream<Path> files = Files.list(resources())) {
      List<String> names =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".sql"))
              .map(name -> name.substring(0, name.length() - ".sql".length()))
              .sorted()
              .toList();
      return names.stream();
    }
  }

  private static Path resources() throws URISyntaxException {
    return Path.of(RecordedCasesTest.class.getResource("/cases").toURI());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void printsWhatFlinksClientPrints(String name) throws Exception {
    Path script = prepare(name);

    Command done = Command.sql("-f", script.toString());

    String golden = Files.readString(resources().resolve(name + ".golden.out"));
    String expected = ClientOutput.comparable(golden, "@DATA@");
    String actual = ClientOutput.comparable(done.out(), folder.toString());
    if (UNORDERED.contains(name)) {
      expected = ClientOutput.withSortedTables(expected);
      actual = ClientOutput.withSortedTables(actual);
    }
    assertThat(actual).isEqualTo(expected);
    assertThat(done.exitCode()).as(done.err()).isEqualTo(FAILING.contains(name) ? 1 : 0);
  }

  private Path prepare(String name) throws IOException, URISyntaxException {
    try (Stream<Path> files = Files.list(resources())) {
      for (Path file : files.filter(f -> f.toString().endsWith(".csv")).toList()) {
        Files.copy(file, folder.resolve(file.getFileName().toString()));
      }
    }
    String sql = Files.readString(resources().resolve(name + ".sql"));
    return Files.writeString(
        folder.resolve(name + ".sql"), sql.replace("@DATA@", folder.toString()));
  }
}
