package dev.tidemark.cli.server;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * {@link System#out} and {@link System#err} of a process that runs commands for several callers.
 * What a thread prints goes to the caller that it works for, as do those threads that it starts; of
 * others, it goes where it went before. The connector {@code print} writes there, for one.
 */
public final class CallStreams {

  private static final InheritableThreadLocal<CallStreams> CURRENT = new InheritableThreadLocal<>();

  private volatile PrintStream out;
  private volatile PrintStream err;

  /** Streams of one call. */
  public CallStreams(OutputStream out, OutputStream err) {
    this.out = print(out);
    this.err = print(err);
  }

  private static PrintStream print(OutputStream stream) {
    return new PrintStream(stream, true, StandardCharsets.UTF_8);
  }

  /** Takes the streams of the process over; to be called once, early. */
  public static void install() {
    System.setOut(new Parting(System.out, true));
    System.setErr(new Parting(System.err, false));
  }

  /** This thread works for the caller from now on. */
  public void enter() {
    CURRENT.set(this);
  }

  /**
   * The call is over. A thread that still works for it, or one that was started then and lives on
   * in a pool, prints to nobody, and holds nothing of it.
   */
  public void leave() {
    CURRENT.remove();
    out.flush();
    out = print(OutputStream.nullOutputStream());
    err = print(OutputStream.nullOutputStream());
  }

  /**
   * Hands on to the streams of the call. What prints whole lines does so without the lock of this
   * object, on which a caller who does not read would have all others wait.
   */
  private static final class Parting extends PrintStream {

    private final PrintStream otherwise;
    private final boolean isOut;

    Parting(PrintStream otherwise, boolean isOut) {
      super(otherwise, true, StandardCharsets.UTF_8);
      this.otherwise = otherwise;
      this.isOut = isOut;
    }

    private PrintStream current() {
      CallStreams call = CURRENT.get();
      if (call == null) {
        return otherwise;
      }
      return isOut ? call.out : call.err;
    }

    @Override
    public void println(String text) {
      current().println(text);
    }

    @Override
    public void println(Object object) {
      current().println(object);
    }

    @Override
    public void print(String text) {
      current().print(text);
    }

    @Override
    public void print(Object object) {
      current().print(object);
    }

    @Override
    public void println() {
      current().println();
    }

    @Override
    public void write(int value) {
      current().write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      current().write(bytes, offset, length);
    }

    @Override
    public void flush() {
      current().flush();
    }
  }
}
