package dev.tidemark.cli.page;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.cli.files.WorkingDirectory;
import dev.tidemark.cli.rows.RowFormat;
import dev.tidemark.cli.server.CallStreams;
import dev.tidemark.cli.server.RemoteCaller;
import dev.tidemark.cli.sql.Script;
import dev.tidemark.cli.sql.SqlRequest;
import dev.tidemark.cli.sql.SqlRun;
import dev.tidemark.insight.live.Pace;
import dev.tidemark.runtime.TidemarkOptions;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** A script that runs for the page, in a session of its own, row by row. */
final class ScriptRun implements PageRun {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final int number;
  private final String sql;
  private final long extraDelay;
  private final Configuration configuration;
  private final Path directory;
  private final CappedOutput out = new CappedOutput();
  private final CappedOutput err = new CappedOutput();
  private final RemoteCaller caller = new RemoteCaller(Map.of("NO_COLOR", "1"));
  private final PageInspection inspection;
  private volatile boolean stopped;
  private volatile Integer exitCode;

  /**
   * A run that has not begun.
   *
   * @param number its number on the page, from 1
   * @param extraDelay milliseconds by which all watermarks stand further back
   * @param directory where relative paths begin
   */
  ScriptRun(
      int number,
      String sql,
      Pace.Mode mode,
      long extraDelay,
      Configuration configuration,
      Path directory) {
    this.number = number;
    this.sql = sql;
    this.extraDelay = extraDelay;
    this.configuration = new Configuration(configuration);
    if (extraDelay != 0) {
      this.configuration.set(TidemarkOptions.EXTRA_DELAY, extraDelay);
    }
    this.directory = directory;
    this.inspection = new PageInspection(mode);
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public void start() {
    Thread thread = new Thread(this::run, "page-run-" + number);
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    WorkingDirectory.enter(directory);
    CallStreams streams = new CallStreams(out, err);
    streams.enter();
    int code = ExitCode.FAILED;
    try (inspection) {
      SqlRequest request =
          new SqlRequest(
              configuration,
              null,
              Script.of("script", sql),
              List.of(),
              RowFormat.SQL_CLIENT,
              false,
              inspection);
      code =
          new SqlRun(CliStreams.of(InputStream.nullInputStream(), out, err, "", caller), request)
              .run();
    } finally {
      streams.leave();
      WorkingDirectory.enter(null);
      exitCode = code;
    }
  }

  @Override
  public void go(Pace.Mode mode) {
    inspection.go(mode);
  }

  @Override
  public void stop() {
    if (isOver()) {
      return;
    }
    stopped = true;
    inspection.stop(caller::interrupt, "page-stop-" + number);
  }

  @Override
  public boolean waits() {
    return state() == RunState.PAUSED;
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
    return inspection.changes() + (isOver() ? 1 : 0);
  }

  @Override
  public ObjectNode summary() {
    ObjectNode node = JSON.createObjectNode();
    node.put("run", number);
    node.put("sql", sql);
    node.put("extraDelay", extraDelay);
    node.put("state", state().text());
    return node;
  }

  private RunState state() {
    return isOver()
        ? RunState.after(exitCode, stopped)
        : inspection.waits() ? RunState.PAUSED : RunState.RUNNING;
  }

  @Override
  public ObjectNode json() {
    // Read first: what is missing from what follows has changed since.
    long changes = changes();
    ObjectNode node = summary();
    node.put("changes", changes);
    node.put("out", out.text());
    node.put("outLeft", out.left());
    node.put("err", err.text());
    node.put("errLeft", err.left());
    inspection.write(node.putArray("statements"));
    return node;
  }
}
