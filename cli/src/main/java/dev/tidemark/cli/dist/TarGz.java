package dev.tidemark.cli.dist;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/**
 * A compressed archive that depends on the files' names, contents and modes alone: its entries are
 * sorted, belong to nobody in particular and are all as old as {@link #TIME}.
 */
final class TarGz {

  /** That of the files in the project's jars. */
  private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

  private static final int FOLDER = 0755;
  private static final int PROGRAM = 0755;
  private static final int PLAIN = 0644;

  /** Jars do not get smaller a second time; what a higher level spares is below one per cent. */
  private static final int LEVEL = 1;

  private interface Member {
    void writeTo(TarArchiveOutputStream tar, String name) throws IOException;
  }

  private final TreeMap<String, Member> members = new TreeMap<>();

  /**
   * Adds a file.
   *
   * @param name where it is in the archive, with slashes
   */
  void file(String name, Path source, boolean program) {
    add(
        name,
        (tar, whole) -> {
          TarArchiveEntry entry = entry(whole, program ? PROGRAM : PLAIN);
          entry.setSize(Files.size(source));
          tar.putArchiveEntry(entry);
          Files.copy(source, tar);
        });
  }

  /** Adds a file with this content. */
  void bytes(String name, byte[] content) {
    add(
        name,
        (tar, whole) -> {
          TarArchiveEntry entry = entry(whole, PLAIN);
          entry.setSize(content.length);
          tar.putArchiveEntry(entry);
          tar.write(content);
        });
  }

  /** Adds a text file. */
  void text(String name, String content) {
    bytes(name, content.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Adds a symbolic link.
   *
   * @param target as seen from where the link is
   */
  void link(String name, String target) {
    add(
        name,
        (tar, whole) -> {
          TarArchiveEntry entry = new TarArchiveEntry(whole, TarConstants.LF_SYMLINK);
          owned(entry, PROGRAM).setLinkName(target);
          tar.putArchiveEntry(entry);
        });
  }

  private void add(String name, Member member) {
    for (int slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
      members.putIfAbsent(
          name.substring(0, slash + 1), (tar, whole) -> tar.putArchiveEntry(entry(whole, FOLDER)));
    }
    if (members.put(name, member) != null) {
      throw new IllegalArgumentException("two files are called " + name);
    }
  }

  private static TarArchiveEntry entry(String name, int mode) {
    return owned(new TarArchiveEntry(name), mode);
  }

  private static TarArchiveEntry owned(TarArchiveEntry entry, int mode) {
    entry.setModTime(TIME.toEpochMilli());
    entry.setIds(0, 0);
    entry.setNames("root", "root");
    entry.setMode((entry.getMode() & ~0777) | mode);
    return entry;
  }

  /**
   * Writes the archive; an older file of that name is replaced when the new one is complete.
   *
   * @param folder the one folder at the top, in which everything is
   */
  void writeTo(Path file, String folder) throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + ".new");
    GzipParameters parameters = new GzipParameters();
    parameters.setCompressionLevel(LEVEL);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(unfinished));
        OutputStream gzip = new GzipCompressorOutputStream(out, parameters);
        TarArchiveOutputStream tar =
            new TarArchiveOutputStream(gzip, StandardCharsets.UTF_8.name())) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      tar.putArchiveEntry(entry(folder + "/", FOLDER));
      tar.closeArchiveEntry();
      for (var member : members.entrySet()) {
        member.getValue().writeTo(tar, folder + "/" + member.getKey());
        tar.closeArchiveEntry();
      }
    } catch (IOException e) {
      Files.deleteIfExists(unfinished);
      throw e;
    }
    Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
