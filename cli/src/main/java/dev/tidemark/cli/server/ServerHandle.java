package dev.tidemark.cli.server;

import dev.tidemark.cli.client.Wire;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A person's server, seen from another process. */
public final class ServerHandle {

  private static final int CONNECT_MILLIS = 2_000;
  private static final int ANSWER_MILLIS = 10_000;
  private static final int POLL_MILLIS = 50;
  private static final int KILL_SECONDS = 5;
  private static final int EXIT_SECONDS = 2;

  private final StateFolder folder;

  /** The server whose state is in a folder, if there is one. */
  public ServerHandle(StateFolder folder) {
    this.folder = folder;
  }

  /** Whether a server lives, ready or not. */
  public boolean lives() throws IOException {
    return LifeLock.isHeld(folder);
  }

  /** What the server says of itself, once it is ready; empty while there is none. */
  public Optional<ServerState> ready() throws IOException {
    return lives() ? ServerState.read(folder) : Optional.empty();
  }

  /** The state that a server has left which ended without a word, if one did. */
  public Optional<ServerState> leftBehind() throws IOException {
    return lives() ? Optional.empty() : ServerState.read(folder);
  }

  /** Whether there is a state file that makes no sense. */
  public boolean isDamaged() throws IOException {
    // It may be written or removed in between.
    return Files.exists(folder.stateFile())
        && ServerState.read(folder).isEmpty()
        && Files.exists(folder.stateFile());
  }

  /** Removes what such a server has left. */
  public void clean() throws IOException {
    Files.deleteIfExists(folder.stateFile());
  }

  /**
   * How the server is, as JSON.
   *
   * @throws IOException when it does not answer within ten seconds
   */
  public String status(ServerState state) throws IOException {
    return ask(state, Wire.STATUS);
  }

  private static String ask(ServerState state, String verb) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), state.commandPort()),
          CONNECT_MILLIS);
      socket.setSoTimeout(ANSWER_MILLIS);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      Wire.writeText(out, Wire.MAGIC);
      Wire.writeText(out, state.secret());
      Wire.writeText(out, verb);
      return Wire.readText(new DataInputStream(new BufferedInputStream(socket.getInputStream())));
    }
  }

  /**
   * Has the server end: asks it, then asks the system, then insists.
   *
   * @param seconds how long it may take to end when asked
   * @return whether it has ended
   */
  public boolean stop(ServerState state, int seconds) throws IOException, InterruptedException {
    Optional<ProcessHandle> process = ProcessHandle.of(state.pid());
    try {
      ask(state, Wire.STOP);
    } catch (IOException e) {
      // It does not listen any more: a signal may still reach it.
      process.ifPresent(ProcessHandle::destroy);
    }
    return ends(process, seconds);
  }

  /**
   * Has the server end whose state file is damaged: asks the system, then insists.
   *
   * @param seconds how long it may take to end when asked
   * @return whether none lives any more
   */
  public boolean stopUnknown(int seconds) throws IOException, InterruptedException {
    // Others hold the lock for a moment, to see whether it is free; a server keeps it.
    if (ends(1)) {
      return true;
    }
    Optional<ProcessHandle> process = LifeLock.signer(folder);
    process.ifPresent(ProcessHandle::destroy);
    return ends(process, seconds);
  }

  private boolean ends(Optional<ProcessHandle> process, int seconds)
      throws IOException, InterruptedException {
    boolean ended = ends(seconds);
    if (!ended) {
      process.ifPresent(ProcessHandle::destroyForcibly);
      ended = ends(KILL_SECONDS);
    }
    process.ifPresent(ServerHandle::awaitExit);
    return ended;
  }

  /** The lock is free a moment earlier; where nobody collects dead processes, one never goes. */
  private static void awaitExit(ProcessHandle process) {
    try {
      process.onExit().get(EXIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean ends(int seconds) throws IOException, InterruptedException {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (lives()) {
      if (System.nanoTime() > until) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    return true;
  }
}
