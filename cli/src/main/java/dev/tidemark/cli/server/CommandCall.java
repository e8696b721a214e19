package dev.tidemark.cli.server;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.cli.Main;
import dev.tidemark.cli.client.Wire;
import dev.tidemark.cli.files.WorkingDirectory;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A command that a caller in another process has us run. */
final class CommandCall {

  private static final int BUFFER = 1 << 14;
  private static final int MAX_WORDS = 10_000;

  private final DataOutputStream out;
  private final Path directory;
  private final String terminals;
  private final Map<String, String> environment;
  private final List<String> words;
  private final RemoteCaller caller;
  private volatile boolean over;

  private CommandCall(
      DataOutputStream out,
      Path directory,
      String terminals,
      Map<String, String> environment,
      List<String> words) {
    this.out = out;
    this.directory = directory;
    this.terminals = terminals;
    this.environment = environment;
    this.words = words;
    this.caller = new RemoteCaller(environment);
  }

  /** Reads what a caller wants, up to the first frame. */
  static CommandCall read(DataInputStream in, DataOutputStream out) throws IOException {
    Path directory = Path.of(Wire.readText(in));
    String terminals = Wire.readText(in);
    Map<String, String> environment = new HashMap<>();
    for (int i = number(in); i > 0; i--) {
      String name = Wire.readText(in);
      environment.put(name, Wire.readText(in));
    }
    List<String> words = new ArrayList<>();
    for (int i = number(in); i > 0; i--) {
      words.add(Wire.readText(in));
    }
    return new CommandCall(out, directory, terminals, environment, words);
  }

  private static int number(DataInputStream in) throws IOException {
    int number = in.readInt();
    if (number < 0 || number > MAX_WORDS) {
      throw new IOException(number + " words");
    }
    return number;
  }

  /**
   * Runs the command to its end, on this thread.
   *
   * @param in where the caller says that they interrupt it; a caller who leaves does too
   * @param list hears of it, if it runs here
   */
  void run(DataInputStream in, RunsHere runsHere, CommandList list) throws IOException {
    send(Wire.TAKEN, new byte[0]);
    WorkingDirectory.enter(directory);
    try {
      Optional<String> objection = runsHere.objection(environment, words);
      if (objection.isPresent()) {
        send(Wire.ELSEWHERE, objection.get().getBytes(StandardCharsets.UTF_8));
        return;
      }
      Thread listening = new Thread(() -> listen(in), "command-listening");
      listening.setDaemon(true);
      listening.start();
      CommandList.Entry entry = list.begin(words, directory);
      int code = ExitCode.FAILED;
      try {
        code = execute();
      } finally {
        entry.over(code);
      }
      over = true;
      send(Wire.EXIT, ByteBuffer.allocate(Integer.BYTES).putInt(code).array());
    } finally {
      WorkingDirectory.enter(null);
    }
  }

  private int execute() {
    OutputStream rows = stream(Wire.OUT);
    OutputStream messages = stream(Wire.ERR);
    OutputStream printed = new BufferedOutputStream(stream(Wire.OUT), BUFFER);
    CallStreams streams = new CallStreams(printed, messages);
    streams.enter();
    try {
      return Main.run(
          words.toArray(String[]::new),
          CliStreams.of(
              InputStream.nullInputStream(),
              new BufferedOutputStream(rows, BUFFER),
              messages,
              terminals,
              caller));
    } catch (Error e) {
      // What Flink's classes cannot cope with must not look like the server's end to the caller.
      new PrintStream(messages, true, StandardCharsets.UTF_8).println("tidemark: " + e);
      return ExitCode.FAILED;
    } finally {
      streams.leave();
    }
  }

  private OutputStream stream(byte kind) {
    // On a thread of its own: who writes may hold what is needed to stop the query.
    return new FrameStream(out, kind, () -> new Thread(caller::interrupt).start());
  }

  private void listen(DataInputStream in) {
    try {
      // An interrupt, or the end: a caller who has gone takes the command along.
      int unused = in.read();
    } catch (IOException e) {
      interrupt();
      return;
    }
    interrupt();
  }

  private void interrupt() {
    if (!over) {
      caller.interrupt();
    }
  }

  private void send(byte kind, byte[] bytes) throws IOException {
    FrameStream.send(out, kind, bytes, 0, bytes.length);
  }
}
