package dev.tidemark.cli.page;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.cli.program.ProgramRun;
import dev.tidemark.cli.server.CallStreams;
import dev.tidemark.insight.live.Pace;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** The program of {@code tidemark run --page}, in the process that it has for itself. */
final class ProgramHere implements PageRun {

  /** What stands in an argument for the port that the page's input comes from. */
  static final String PORT = "{port}";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String title;
  private final PageInspection inspection;
  private final ProgramRun program;
  private final CappedOutput out;
  private final CappedOutput err;
  private final LineSocket lines;
  private volatile boolean stopped;
  private volatile Integer exitCode;
  private final CountDownLatch seenExiting = new CountDownLatch(1);
  private volatile boolean exiting;

  /**
   * A program that has not begun.
   *
   * @param title what it is called on the page
   * @param streams where it prints
   * @param verbose whether failures come with their stack traces
   * @param lines what it may read; null for nothing
   */
  ProgramHere(String title, Pace.Mode mode, CliStreams streams, boolean verbose, LineSocket lines) {
    this.title = title;
    this.inspection = new PageInspection(mode);
    this.out = new CappedOutput(streams.out());
    this.err = new CappedOutput(streams.err());
    this.lines = lines;
    CliStreams both = CliStreams.of(streams.in(), out, err, "", streams.caller());
    this.program = new ProgramRun(both, verbose, inspection);
  }

  /** Runs it on this thread, to its end. */
  int run(File jar, String mainClass, List<String> arguments, Configuration configuration) {
    CallStreams.install();
    CallStreams streams = new CallStreams(out, err);
    streams.enter();
    int code = ExitCode.FAILED;
    try (inspection) {
      code = program.run(jar, mainClass, arguments, configuration);
    } finally {
      streams.leave();
      exitCode = code;
      closeInput();
    }
    return code;
  }

  /**
   * The program has ended the process: waits until what it has printed has been asked for.
   *
   * @param millis how long at most
   */
  void exiting(long millis) throws InterruptedException {
    exiting = true;
    boolean unused = seenExiting.await(millis, TimeUnit.MILLISECONDS);
  }

  private void closeInput() {
    try {
      if (lines != null) {
        lines.close();
      }
    } catch (IOException e) {
      // Nobody reads it any more.
      return;
    }
  }

  @Override
  public int number() {
    return 1;
  }

  /** It runs on the thread of the command: {@link #run}. */
  @Override
  public void start() {}

  @Override
  public void go(Pace.Mode mode) {
    inspection.go(mode);
  }

  @Override
  public void stop() {
    stopped = true;
    inspection.stop(program::cancel, "page-stop");
  }

  @Override
  public boolean type(String text) {
    return lines != null && !isOver() && lines.type(text);
  }

  @Override
  public void endInput() {
    if (lines != null) {
      lines.end();
    }
  }

  @Override
  public boolean waits() {
    return state() == RunState.PAUSED || reads();
  }

  @Override
  public void say(String message) {
    err.say(message);
  }

  @Override
  public boolean isOver() {
    return exitCode != null;
  }

  @Override
  public long changes() {
    return inspection.changes()
        + out.written()
        + err.written()
        + (exiting ? 1 : 0)
        + (isOver() ? 1 : 0);
  }

  private boolean reads() {
    return lines != null && !isOver() && !lines.hasEnded();
  }

  private RunState state() {
    return isOver()
        ? RunState.after(exitCode, stopped)
        : inspection.waits() ? RunState.PAUSED : RunState.RUNNING;
  }

  @Override
  public ObjectNode summary() {
    ObjectNode node = JSON.createObjectNode();
    node.put("run", number());
    node.put("program", title);
    node.put("state", state().text());
    return node;
  }

  @Override
  public ObjectNode json() {
    // Read first: what is missing from what follows has changed since.
    boolean last = exiting;
    long changes = changes();
    ObjectNode node = summary();
    node.put("changes", changes);
    node.put("input", reads());
    node.put("out", out.text());
    node.put("outLeft", out.left());
    node.put("err", err.text());
    node.put("errLeft", err.left());
    inspection.write(node.putArray("statements"));
    if (last) {
      seenExiting.countDown();
    }
    return node;
  }
}
