package dev.tidemark.examples.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One SQL example: a script, the init script that it needs, and the output that Flink's own SQL
 * client gave.
 */
public record Lab(String folder, String name) {

  /** Tests run in the project's root, because the scripts' paths start there. */
  private static final Path SQL = Path.of("examples", "sql");

  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;?]*[A-Za-z]");
  private static final Pattern SECONDS = Pattern.compile("\\(\\d+(\\.\\d+)? seconds?\\)");

  public static Stream<Lab> all() {
    Stream<Lab> watermark =
        Stream.of("ddl", "batch", "w5", "sweep", "late", "filtered", "slow")
            .map(name -> new Lab("watermark", name));
    Stream<Lab> dedup =
        Stream.of("ddl", "count", "first", "last", "explain", "board", "topn", "topn-norank")
            .map(name -> new Lab("dedup", name));
    return Stream.concat(watermark, dedup);
  }

  /** The arguments of {@code tidemark sql} for this script. */
  public List<String> arguments() {
    Path script = SQL.resolve(folder).resolve(name + ".sql");
    if (folder.equals("dedup") && !name.equals("ddl")) {
      return List.of("-i", SQL.resolve("dedup/ddl.sql").toString(), "-f", script.toString());
    }
    return List.of("-f", script.toString());
  }

  /** What Flink's client printed, masked as {@link #mask} does. */
  public String expected() {
    try {
      return Files.readString(SQL.resolve(folder).resolve(name + ".out"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Tableau> expectedTables() {
    return Tableau.all(expected());
  }

  /**
   * Takes out what differs from run to run and from machine to machine: colours, timings, absolute
   * paths.
   */
  public static String mask(String output) {
    String plain = COLOUR.matcher(output.replace("\r", "")).replaceAll("");
    return SECONDS
            .matcher(plain)
            .replaceAll("(# seconds)")
            .lines()
            .filter(line -> !line.startsWith("Command history file path:"))
            .filter(line -> !line.startsWith("Successfully initialized from sql script:"))
            .collect(Collectors.joining("\n"))
            .strip()
        + "\n";
  }

  @Override
  public String toString() {
    return folder + "/" + name;
  }
}
