package dev.tidemark.cli.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

/** An archive that runs where it is unpacked, with nothing but Java on the machine. */
public final class Distribution {

  /** What people read and try; in a source tree, the same files are at the same places. */
  private static final List<String> FOR_PEOPLE = List.of("docs", "examples/sql", "examples/data");

  private static final int SUM_DIGITS = 16;

  private final Path home;
  private final List<Path> jars;
  private final Path jvmOptions;

  /**
   * A distribution of a source tree.
   *
   * @param home the root of the source tree
   * @param jars the class path, in its order
   * @param jvmOptions the options that every JVM gets which runs Flink
   */
  public Distribution(Path home, List<Path> jars, Path jvmOptions) {
    this.home = home;
    this.jars = List.copyOf(jars);
    this.jvmOptions = jvmOptions;
  }

  /**
   * Writes the archive.
   *
   * @param command the whole command, for its man pages and completion
   * @param folder the one folder at the top of the archive
   */
  public void writeTo(Path file, CommandLine command, String folder) throws IOException {
    TarGz archive = new TarGz();
    archive.file("tidemark", home.resolve("tidemark"), true);
    for (Path script : filesBelow(home.resolve("bin"))) {
      archive.file("bin/" + script.getFileName(), script, true);
    }
    archive.link("bin/tidemark", "../tidemark");
    addLibraries(archive);
    try (Stream<Path> top = Files.list(home)) {
      top.filter(path -> path.getFileName().toString().matches("README.*\\.md|LICENSE|NOTICE"))
          .forEach(path -> archive.file(path.getFileName().toString(), path, false));
    }
    for (String folderForPeople : FOR_PEOPLE) {
      addFolder(archive, folderForPeople, folderForPeople);
    }
    ManPages.of(command).forEach((name, page) -> archive.text("man/man1/" + name, page));
    archive.text("completion/tidemark.bash", Completion.bash(command));
    archive.text("completion/_tidemark", Completion.zsh(command));
    archive.writeTo(file, folder);
  }

  private void addLibraries(TarGz archive) throws IOException {
    addFolder(archive, "lib/training", "cli/src/main/training");
    addFolder(archive, "licenses", "config/licenses");
    Licences licences = Licences.read(home.resolve("config/licenses/README.md"));
    for (Path jar : jars) {
      archive.file("lib/" + jar.getFileName(), jar, false);
      if (!jar.getFileName().toString().startsWith("tidemark-")) {
        licences.add(archive, jar);
      }
    }
    archive.file("lib/jvm.options", jvmOptions, false);
    archive.text(
        "lib/classpath",
        jars.stream().map(jar -> jar.getFileName() + "\n").collect(Collectors.joining()));
    archive.text("lib/sum", sum() + "\n");
  }

  private void addFolder(TarGz archive, String name, String source) throws IOException {
    Path folder = home.resolve(source);
    for (Path file : filesBelow(folder)) {
      String below = folder.relativize(file).toString().replace('\\', '/');
      archive.file(name + "/" + below, file, Files.isExecutable(file));
    }
  }

  private static List<Path> filesBelow(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Changes when anything does that a class-data archive depends on. */
  private String sum() throws IOException {
    try {
      Map<String, String> sums = new TreeMap<>();
      for (Path file :
          Stream.of(jars, filesBelow(home.resolve("cli/src/main/training")), List.of(jvmOptions))
              .flatMap(List::stream)
              .toList()) {
        sums.put(file.getFileName().toString(), digest(Files.newInputStream(file)));
      }
      String all = jars.stream().map(Path::getFileName).toList() + sums.toString();
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, SUM_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String digest(InputStream file) throws IOException, NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (InputStream content = new DigestInputStream(file, digest)) {
      content.transferTo(OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
