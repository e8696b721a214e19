package dev.tidemark.cli;

import java.io.IOException;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** Jars that a person names. */
final class JarFiles {

  private JarFiles() {}

  /**
   * Makes sure that a file is a jar.
   *
   * @throws UsageException when it is not
   */
  static void check(String file) {
    try (ZipFile jar = new ZipFile(file)) {
      jar.size();
    } catch (ZipException e) {
      throw new UsageException(file + " is not a jar.");
    } catch (IOException e) {
      throw new UsageException("cannot read the jar " + file + ": " + e.getMessage());
    }
  }
}
