package dev.tidemark.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Jars of programs among the tests. */
public final class CompiledProgram {

  private CompiledProgram() {}

  /** A jar whose manifest names the main class. */
  public static Path jar(Path folder, Class<?> program) throws IOException {
    return jar(folder, program, true);
  }

  static Path jar(Path folder, Class<?> program, boolean namesMainClass) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (namesMainClass) {
      manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, program.getName());
    }
    Path file = folder.resolve("job.jar");
    String entry = program.getName().replace('.', '/') + ".class";
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest);
        InputStream bytes = program.getResourceAsStream("/" + entry)) {
      jar.putNextEntry(new JarEntry(entry));
      bytes.transferTo(jar);
    }
    return file;
  }
}
