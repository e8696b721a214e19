package dev.tidemark.cli;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

/**
 * Where a command reads and writes, always in UTF-8: rows go to {@code out}, all else to {@code
 * err}.
 */
public final class CliStreams {

  private final InputStream in;
  private final OutputStream out;
  private final PrintStream err;
  private final boolean inIsTerminal;
  private final boolean outIsTerminal;
  private final boolean errIsTerminal;
  private final StandardOutput standard;
  private final Caller caller;

  private CliStreams(
      InputStream in,
      OutputStream out,
      PrintStream err,
      boolean inIsTerminal,
      boolean outIsTerminal,
      boolean errIsTerminal,
      StandardOutput standard,
      Caller caller) {
    this.in = in;
    this.out = out;
    this.err = err;
    this.inIsTerminal = inIsTerminal;
    this.outIsTerminal = outIsTerminal;
    this.errIsTerminal = errIsTerminal;
    this.standard = standard;
    this.caller = caller;
  }

  /** The standard streams of this process. */
  public static CliStreams ofProcess() {
    PrintStream err = lines(new FileOutputStream(FileDescriptor.err));
    StandardOutput standard = StandardOutput.takeOver(err);
    return new CliStreams(
        // Buffered, because a FileInputStream asks a pipe for its position and fails.
        new BufferedInputStream(new FileInputStream(FileDescriptor.in)),
        standard.buffered(),
        err,
        isTerminal(0),
        isTerminal(1),
        isTerminal(2),
        standard,
        Caller.OF_PROCESS);
  }

  private static PrintStream lines(OutputStream err) {
    return new PrintStream(err, true, StandardCharsets.UTF_8);
  }

  /** Whether nothing can be written to {@link #out()} any more: the process is about to end. */
  public boolean outputGone() {
    return standard != null && standard.gone();
  }

  /** The exit code of the process, given that of what it was to do. */
  int exitCode(int code) {
    return standard == null ? code : standard.exitCode(code);
  }

  /** Streams of a caller's choice, none of them a terminal. */
  public static CliStreams of(InputStream in, OutputStream out, OutputStream err) {
    return of(in, out, err, "", Caller.OF_PROCESS);
  }

  /**
   * Streams of a caller from another process.
   *
   * @param terminals the file descriptors among 1 and 2 that are terminals there, as digits
   */
  public static CliStreams of(
      InputStream in, OutputStream out, OutputStream err, String terminals, Caller caller) {
    return new CliStreams(
        in, out, lines(err), false, terminals.contains("1"), terminals.contains("2"), null, caller);
  }

  /** Who has called the command. */
  public Caller caller() {
    return caller;
  }

  /**
   * Whether a file descriptor is a terminal. The launcher knows and says so in {@code
   * tidemark.terminals} (the descriptors' digits); else the process table is asked, where there is
   * one. {@code System.console()} is no help: it wants both ends to be terminals, or none,
   * depending on the Java version.
   */
  private static boolean isTerminal(int descriptor) {
    String told = System.getProperty("tidemark.terminals");
    if (told != null) {
      return told.indexOf((char) ('0' + descriptor)) >= 0;
    }
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /** Input, for scripts that come through a pipe. */
  public InputStream in() {
    return in;
  }

  /** Output for rows. */
  public OutputStream out() {
    return out;
  }

  /** Output for messages; flushed after each line. */
  public PrintStream err() {
    return err;
  }

  /** {@link #out()} for text; the caller flushes. */
  public PrintWriter outWriter() {
    return new PrintWriter(out, false, StandardCharsets.UTF_8);
  }

  /** {@link #err()} for text; flushed after each line. */
  public PrintWriter errWriter() {
    return new PrintWriter(err, true, StandardCharsets.UTF_8);
  }

  /** Whether statements are typed by a person. */
  public boolean inIsTerminal() {
    return inIsTerminal;
  }

  /** Whether rows go to a terminal. */
  public boolean outIsTerminal() {
    return outIsTerminal;
  }

  /** Whether output may have colours: a terminal, and the person has not set NO_COLOR. */
  public boolean colourOut() {
    return outIsTerminal && coloursWanted();
  }

  /** Whether messages may have colours: a terminal, and the person has not set NO_COLOR. */
  public boolean colourErr() {
    return errIsTerminal && coloursWanted();
  }

  Help.ColorScheme helpColours() {
    return Help.defaultColorScheme(colourOut() ? Ansi.ON : Ansi.OFF);
  }

  private boolean coloursWanted() {
    String noColour = caller.environment("NO_COLOR");
    return noColour == null || noColour.isEmpty();
  }

  /** Flushes both outputs. */
  public void flush() {
    try {
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write to standard output", e);
    }
    err.flush();
  }
}
