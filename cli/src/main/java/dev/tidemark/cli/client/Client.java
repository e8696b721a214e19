package dev.tidemark.cli.client;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/**
 * Has the warm server run a command, and is to its own caller as if it had run it: it copies the
 * output, hands Ctrl-C on, and ends with the command's exit code. What the server cannot run for
 * others runs in a process of its own, started from here.
 *
 * <p>Usage: {@code Client LAUNCHER COMMAND_PORT TERMINALS ARGUMENT...}; the secret is in the
 * variable {@code TIDEMARK_SECRET}, because everybody can read a command line. TERMINALS is a word
 * with the digits of those descriptors among 1 and 2 that are terminals, and a dash.
 */
public final class Client {

  /** What the server looks at. */
  private static final List<String> VARIABLES =
      List.of(
          "NO_COLOR",
          "FLINK_CONF_DIR",
          "TZ",
          "TIDEMARK_HEAP",
          "TIDEMARK_JAVA_OPTS",
          "JAVA_HOME",
          "JDK_JAVA_OPTIONS");

  private static final int CONNECT_MILLIS = 2_000;
  private static final int ANSWER_MILLIS = 10_000;
  private static final int LAST_OUTPUT_MILLIS = 10_000;
  private static final int FAILED = 1;
  private static final int OUTPUT_CLOSED = 141;

  private final DataInputStream in;
  private final DataOutputStream out;
  private final Socket socket;
  private volatile boolean over;
  private boolean taken;

  private Client(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  public static void main(String[] args) throws Exception {
    String launcher = args[0];
    List<String> words = new ArrayList<>();
    for (int i = 3; i < args.length; i++) {
      words.add(args[i]);
    }
    int code;
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[1])),
          CONNECT_MILLIS);
    } catch (IOException e) {
      // It has gone since its state was read.
      runElsewhere(launcher, words);
      return;
    }
    Client client = new Client(socket);
    try {
      client.send(args[2], words);
      code = client.copy();
    } catch (IOException e) {
      client.over = true;
      System.err.println(
          client.taken || !(e instanceof SocketTimeoutException)
              ? "tidemark: the server has ended before the command was over; what was printed so"
                  + " far stands. 'tidemark up' starts a new one."
              : "tidemark: the server does not answer; 'tidemark down' and 'tidemark up' start a"
                  + " new one.");
      Runtime.getRuntime().halt(FAILED);
      return;
    }
    if (code < 0) {
      runElsewhere(launcher, words);
    } else {
      Runtime.getRuntime().halt(code);
    }
  }

  private void send(String terminals, List<String> words) throws IOException {
    Wire.writeText(out, Wire.MAGIC);
    Wire.writeText(out, String.valueOf(System.getenv("TIDEMARK_SECRET")));
    Wire.writeText(out, Wire.RUN);
    Wire.writeText(out, System.getProperty("user.dir"));
    Wire.writeText(out, terminals);
    List<String> set = new ArrayList<>();
    for (String name : VARIABLES) {
      if (System.getenv(name) != null) {
        set.add(name);
      }
    }
    out.writeInt(set.size());
    for (String name : set) {
      Wire.writeText(out, name);
      Wire.writeText(out, System.getenv(name));
    }
    out.writeInt(words.size());
    for (String word : words) {
      Wire.writeText(out, word);
    }
    out.flush();
    Runtime.getRuntime().addShutdownHook(new Thread(this::interrupt));
  }

  /** Copies until the command is over; the exit code, or -1 when it has to run elsewhere. */
  private int copy() throws IOException {
    FileOutputStream standardOut = new FileOutputStream(FileDescriptor.out);
    FileOutputStream standardErr = new FileOutputStream(FileDescriptor.err);
    byte[] buffer = new byte[1 << 14];
    socket.setSoTimeout(ANSWER_MILLIS);
    while (true) {
      byte kind = in.readByte();
      int length = in.readInt();
      if (length > buffer.length) {
        buffer = new byte[length];
      }
      in.readFully(buffer, 0, length);
      switch (kind) {
        case Wire.TAKEN -> {
          taken = true;
          socket.setSoTimeout(0);
        }
        case Wire.OUT -> print(standardOut, buffer, length);
        case Wire.ERR -> standardErr.write(buffer, 0, length);
        case Wire.EXIT -> {
          over = true;
          return (buffer[0] & 0xff) << 24
              | (buffer[1] & 0xff) << 16
              | (buffer[2] & 0xff) << 8
              | (buffer[3] & 0xff);
        }
        case Wire.ELSEWHERE -> {
          over = true;
          return -1;
        }
        default -> throw new IOException("frame " + kind);
      }
    }
  }

  /** Nobody reads on, or the disk is full: the command ends, since its caller has gone. */
  private void print(FileOutputStream stream, byte[] bytes, int length) {
    try {
      stream.write(bytes, 0, length);
    } catch (IOException e) {
      over = true;
      boolean quiet = "Broken pipe".equals(e.getMessage());
      if (!quiet) {
        System.err.println(
            "tidemark: cannot write to standard output: "
                + e.getMessage()
                + ". The output ends here, and so does the run.");
      }
      Runtime.getRuntime().halt(quiet ? OUTPUT_CLOSED : FAILED);
    }
  }

  /** Ctrl-C: tells the server, and lets the main thread copy what it has to say to that. */
  private void interrupt() {
    if (over) {
      return;
    }
    try {
      synchronized (out) {
        out.writeByte(Wire.INTERRUPT);
        out.flush();
      }
      socket.setSoTimeout(LAST_OUTPUT_MILLIS);
      Thread.sleep(LAST_OUTPUT_MILLIS);
    } catch (IOException | InterruptedException e) {
      // The main thread sees it too.
      return;
    }
  }

  private static void runElsewhere(String launcher, List<String> words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(launcher);
    command.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().remove("TIDEMARK_SECRET");
    Process process = builder.start();
    // Ctrl-C reaches both of us: let it have the last word.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> await(process)));
    Runtime.getRuntime().halt(process.waitFor());
  }

  private static void await(Process process) {
    try {
      int unused = process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
