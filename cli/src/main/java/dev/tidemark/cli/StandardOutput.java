package dev.tidemark.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The standard output of this process, for the command and for what writes to {@link System#out}:
 * programs, and the connector {@code print}. When a write fails the process ends, because what
 * nobody gets need not be computed; running jobs are stopped as by Ctrl-C. The end is quiet, with
 * the exit code that a shell gives to a process which SIGPIPE has ended, where a reader has gone
 * ({@code | head -1}); otherwise it is a failure with a message.
 */
final class StandardOutput extends OutputStream {
  private static final int BUFFER = 1 << 14;

  private final OutputStream out = new FileOutputStream(FileDescriptor.out);
  private final PrintStream err;
  private final AtomicBoolean failed = new AtomicBoolean();
  private volatile int exitCode;
  private volatile boolean gone;

  private StandardOutput(PrintStream err) {
    this.err = err;
  }

  /**
   * Takes the standard output over.
   *
   * @param err for the message when it cannot be written
   */
  static StandardOutput takeOver(PrintStream err) {
    StandardOutput output = new StandardOutput(err);
    // The JVM's own swallows failures: a program would print on, and nobody would know.
    System.setOut(new PrintStream(output.buffered(), true, StandardCharsets.UTF_8));
    return output;
  }

  /** The same, collected until it is flushed. */
  OutputStream buffered() {
    return new BufferedOutputStream(this, BUFFER);
  }

  /** Whether nothing can be written any more, so that the process is about to end. */
  boolean gone() {
    return gone;
  }

  /** The exit code of the process, if this has to do with it, else the given one. */
  int exitCode(int otherwise) {
    return gone ? exitCode : otherwise;
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    if (gone) {
      return;
    }
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      if (!failed.getAndSet(true)) {
        end(e);
      }
    }
  }

  @Override
  public void flush() {
    // What is below has no buffer.
  }

  private void end(IOException failure) {
    boolean quiet = readerHasGone(failure);
    exitCode = quiet ? ExitCode.OUTPUT_CLOSED : ExitCode.FAILED;
    gone = true;
    EarlyInterrupt.tooLate();
    if (!quiet) {
      err.println(
          "tidemark: cannot write to standard output: "
              + failure.getMessage()
              + ". The output ends here, and so does the run.");
    }
    // On a thread of its own: the writer may hold what the shutdown hooks need.
    Thread ending = new Thread(() -> System.exit(exitCode), "tidemark-output-closed");
    ending.setDaemon(true);
    ending.start();
  }

  /** The system's message speaks the user's language; what a descriptor is does not. */
  private static boolean readerHasGone(IOException failure) {
    if ("Broken pipe".equals(failure.getMessage())) {
      return true;
    }
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
      return target.startsWith("pipe:") || target.startsWith("socket:");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
