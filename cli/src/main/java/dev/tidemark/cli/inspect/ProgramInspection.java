package dev.tidemark.cli.inspect;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.cli.UsageException;
import dev.tidemark.cli.program.ProgramLook;
import dev.tidemark.insight.ledger.VerdictJson;
import dev.tidemark.insight.ledger.VerdictText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** Looks into the jobs of a program. Standard output is the program's own. */
public final class ProgramInspection implements ProgramLook, AutoCloseable {
  private final CliStreams streams;
  private final FollowedRuns runs;
  private final boolean tells;
  private final Path json;
  private final List<ObjectNode> verdicts = new ArrayList<>();

  /**
   * @param outputs what is made of the runs
   * @param tells whether to print the verdict on each job
   * @param json a file for the same as JSON; null for none
   */
  public ProgramInspection(CliStreams streams, Outputs outputs, boolean tells, Path json) {
    if (json != null && !Files.isDirectory(json.toAbsolutePath().getParent())) {
      throw new UsageException(
          "cannot write "
              + json
              + ": there is no directory "
              + json.toAbsolutePath().getParent()
              + ".");
    }
    this.streams = streams;
    this.runs = new FollowedRuns(streams, outputs, tells || json != null);
    this.tells = tells;
    this.json = json;
  }

  @Override
  public String observer() {
    return runs.observer();
  }

  @Override
  public int exitCode(String program, int code) {
    streams.flush();
    System.out.flush();
    runs.over(
        program,
        run -> {
          if (tells) {
            streams.err().print('\n' + VerdictText.full(run.insight()));
          }
          if (json != null) {
            verdicts.add(VerdictJson.of(program, run.insight()));
          }
        });
    int done = runs.complete(code);
    return writeJson() ? done : ExitCode.FAILED;
  }

  private boolean writeJson() {
    if (json == null) {
      return true;
    }
    StringWriter text = new StringWriter();
    JsonDocument document = new JsonDocument(new PrintWriter(text), VerdictJson.SCHEMA);
    verdicts.forEach(document::add);
    document.end();
    try {
      Files.writeString(json, text.toString());
      return true;
    } catch (IOException e) {
      streams.err().println("tidemark: cannot write " + json + ": " + e.getMessage());
      return false;
    }
  }

  @Override
  public void close() {
    runs.close();
  }
}
