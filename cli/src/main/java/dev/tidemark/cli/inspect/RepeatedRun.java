package dev.tidemark.cli.inspect;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.cli.rows.RowFormat;
import dev.tidemark.cli.sql.SqlRequest;
import dev.tidemark.cli.sql.SqlRun;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.sweep.FirstPass;
import dev.tidemark.insight.sweep.LatenessProbe;
import dev.tidemark.runtime.TidemarkOptions;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;

/** Runs a script once more, silently, with later or earlier watermarks. */
public final class RepeatedRun extends RunsInspection {
  private final CliStreams streams;
  private final SqlRequest request;
  private final long extraDelay;
  private final Map<Integer, RunInsight> done = new HashMap<>();

  /**
   * @param extraDelay milliseconds to take from every watermark
   */
  public RepeatedRun(CliStreams streams, SqlRequest request, long extraDelay) {
    super(new FollowedRuns(streams, Outputs.NONE, false, plan -> List.of(new LatenessProbe())));
    this.streams = streams;
    this.request = request;
    this.extraDelay = extraDelay;
  }

  /** Runs, and gives each job what it did this time; false if the run failed. */
  public boolean run(List<FirstPass> jobs) {
    Configuration configuration = new Configuration(request.configuration());
    configuration.set(TidemarkOptions.EXTRA_DELAY, extraDelay);
    SqlRequest again =
        new SqlRequest(
            configuration,
            request.init(),
            request.script(),
            request.jars(),
            RowFormat.SQL_CLIENT,
            request.verbose(),
            this);
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    CliStreams silent =
        CliStreams.of(InputStream.nullInputStream(), OutputStream.nullOutputStream(), messages);
    if (new SqlRun(silent, again).run() != ExitCode.DONE) {
      streams.err().print(messages.toString(StandardCharsets.UTF_8));
      streams.err().println("tidemark: the run with " + extraDelay + " ms more delay failed.");
      return false;
    }
    jobs.stream()
        .filter(job -> done.containsKey(job.number()))
        .forEach(job -> job.rerun(extraDelay, done.get(job.number())));
    return true;
  }

  @Override
  void tell(FinishedRun run) {
    done.put(run.number(), run.insight());
  }
}
