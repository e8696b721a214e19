package dev.tidemark.cli.dist;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The licences and notices of the libraries: those that they carry, and a list for the others. */
final class Licences {

  private static final Pattern CARRIED =
      Pattern.compile(
          "(META-INF/)?(licen[sc]es?/.+|(licen[sc]e|notice|copying)[^/]*)",
          Pattern.CASE_INSENSITIVE);

  /** A row of the table in config/licenses/README.md. */
  private static final Pattern LISTED = Pattern.compile("\\| (\\S+) \\| (\\S+) \\|");

  private static final Pattern VERSION = Pattern.compile("-\\d.*");

  private final Map<String, String> listed;

  private Licences(Map<String, String> listed) {
    this.listed = listed;
  }

  /**
   * Reads the list.
   *
   * @param list a Markdown file with a table of libraries and licences
   */
  static Licences read(Path list) throws IOException {
    return new Licences(
        Files.readAllLines(list).stream()
            .map(LISTED::matcher)
            .filter(Matcher::matches)
            .collect(Collectors.toMap(row -> row.group(1), row -> row.group(2))));
  }

  /**
   * Copies what a library carries into an archive, each to a path below the library's name.
   *
   * @throws IOException also if the jar carries nothing and is not in the list
   */
  void add(TarGz archive, Path jar) throws IOException {
    String library = jar.getFileName().toString().replaceFirst("\\.jar$", "");
    Map<String, byte[]> carried = carried(jar);
    if (carried.isEmpty() && !listed.containsKey(VERSION.matcher(library).replaceFirst(""))) {
      throw new IOException(
          "no licence is known for "
              + jar.getFileName()
              + ": it carries none, and config/licenses/README.md does not list it");
    }
    carried.forEach((name, text) -> archive.bytes("licenses/" + library + "/" + name, text));
  }

  private static Map<String, byte[]> carried(Path jar) throws IOException {
    Map<String, byte[]> carried = new TreeMap<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      List<JarEntry> entries =
          file.stream()
              .filter(e -> !e.isDirectory() && CARRIED.matcher(e.getName()).matches())
              .filter(e -> !e.getName().endsWith(".class"))
              .sorted(Comparator.comparing(JarEntry::getName))
              .toList();
      for (JarEntry entry : entries) {
        try (InputStream content = file.getInputStream(entry)) {
          carried.put(entry.getName().replaceFirst("^META-INF/", ""), content.readAllBytes());
        }
      }
    }
    return carried;
  }
}
