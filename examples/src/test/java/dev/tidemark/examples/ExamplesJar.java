package dev.tidemark.examples;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** The jar of this module's programs, made from the compiled classes as the build does it later. */
public final class ExamplesJar {

  private static final Path CLASSES = Path.of("examples", "target", "classes");

  /** Writes the jar into a folder and returns its path. */
  public static Path writeTo(Path folder) throws IOException {
    Path jar = folder.resolve("examples.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(CLASSES)) {
      List<Path> classes =
          files.filter(file -> file.toString().endsWith(".class")).sorted().toList();
      for (Path file : classes) {
        entries.putNextEntry(new JarEntry(CLASSES.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, entries);
        entries.closeEntry();
      }
    }
    return jar;
  }

  private ExamplesJar() {}
}
