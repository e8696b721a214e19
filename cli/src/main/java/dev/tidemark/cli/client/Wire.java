package dev.tidemark.cli.client;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * What goes over the wire between the client and the server's command port. A caller begins with
 * {@link #MAGIC}, the secret and a verb, each a {@link #writeText text}. To {@link #STATUS} and
 * {@link #STOP} the server answers with a text. {@link #RUN} is followed by the caller's
 * surroundings; after that both sides send frames: a byte that tells the kind, the length as an
 * int, the payload.
 */
public final class Wire {

  /** What every caller begins with; the number goes up when the protocol changes. */
  public static final String MAGIC = "tidemark/1";

  /** Asks for a JSON object that tells how the server is. */
  public static final String STATUS = "status";

  /** Asks the server to end; it answers, then ends. */
  public static final String STOP = "stop";

  /**
   * Asks to run a command. Followed by the working directory, the number of variables of the
   * environment with name and value each, and the number of arguments with the arguments. The
   * server answers with frames, {@link #TAKEN} first; then with {@link #ELSEWHERE} alone when it
   * does not run it.
   */
  public static final String RUN = "run";

  /** From the server, first of all: it has understood what is wanted. The payload is empty. */
  public static final byte TAKEN = 't';

  /** From the server: bytes for standard output. */
  public static final byte OUT = 'o';

  /** From the server: bytes for standard error. */
  public static final byte ERR = 'e';

  /** From the server: the command is over; the payload is the exit code as an int. */
  public static final byte EXIT = 'x';

  /** From the server: the command has to run in a process of its own; the payload says why. */
  public static final byte ELSEWHERE = 'n';

  /** From the client: Ctrl-C. */
  public static final byte INTERRUPT = 'c';

  /** No text that makes sense is longer, in bytes. */
  private static final int MAX_TEXT = 1 << 20;

  private Wire() {}

  /** Writes a text. */
  public static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /**
   * Reads a text.
   *
   * @param maxBytes how long it may be
   * @throws IOException when it is longer
   */
  public static String readText(DataInputStream in, int maxBytes) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > maxBytes) {
      throw new IOException("a text of " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Reads a text of at most a megabyte. */
  public static String readText(DataInputStream in) throws IOException {
    return readText(in, MAX_TEXT);
  }
}
