package dev.tidemark.cli;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import picocli.CommandLine;

/** The whole command, described to picocli, for tests of what is made from that. */
public final class WholeCommand {

  private WholeCommand() {}

  /** With streams that lead nowhere. */
  public static CommandLine get() {
    return Main.whole(
        CliStreams.of(
            new ByteArrayInputStream(new byte[0]),
            OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream()));
  }
}
