package dev.tidemark.cli.sql;

import dev.tidemark.cli.Caller;
import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.EarlyInterrupt;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.cli.ShutdownHooks;
import dev.tidemark.cli.Target;
import dev.tidemark.cli.errors.ErrorPrinter;
import dev.tidemark.cli.errors.Position;
import dev.tidemark.cli.jobs.JobTracker;
import dev.tidemark.cli.plans.PlanListener;
import dev.tidemark.cli.rows.RowFormat;
import dev.tidemark.runtime.TidemarkOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.table.client.cli.CliClient;
import org.apache.flink.table.client.cli.TerminalUtils;
import org.apache.flink.table.client.config.ResultMode;
import org.apache.flink.table.client.config.SqlClientOptions;
import org.jline.terminal.Terminal;
import org.jline.utils.Signals;

/** One call of {@code tidemark sql}: opens a session, feeds Flink's client, sums up. */
public final class SqlRun {

  /** How long an interrupt waits for what it stops. */
  static final int STOP_SECONDS = 5;

  private final CliStreams streams;
  private final SqlRequest request;
  private final ErrorPrinter errors;
  private final JobTracker tracker = new JobTracker();
  private final long startNanos = System.nanoTime();

  private volatile SqlSession session;
  private volatile StatementLog log;
  private volatile boolean over;
  private volatile boolean stopping;

  /** Prepares a run. */
  public SqlRun(CliStreams streams, SqlRequest request) {
    this.streams = streams;
    this.request = request;
    this.errors = new ErrorPrinter(streams.err(), streams.colourErr(), request.verbose());
  }

  /**
   * Runs to the end.
   *
   * @return the exit code
   */
  public int run() {
    Configuration configuration = configuration();
    Caller caller = streams.caller();
    Caller.Registration onInterrupt = caller.onInterrupt(this::interrupted);
    EarlyInterrupt.tooLate();
    if (caller.hasInterrupted()) {
      return caller.awaitEnd();
    }
    ResultChanges changes = new ResultChanges(inspecting());
    PrintStream printed = System.out;
    if (!request.printsResults()) {
      // The connector 'print' writes there, where the inspection's own words belong.
      System.setOut(streams.err());
    }
    try (SqlSession opened =
        SqlSession.open(
            configuration, request.jars(), tracker, planListener(changes), request.bringsCode())) {
      session = opened;
      log = new StatementLog(request, streams, errors, opened, tracker, changes);
      execute(new InProcessExecutor(opened, log));
    } catch (IOException e) {
      errors.error(null, e.getMessage(), null);
      return ExitCode.FAILED;
    } finally {
      over = true;
      System.setOut(printed);
      onInterrupt.remove();
    }
    if (stopping) {
      return caller.awaitEnd();
    }
    if (request.format() == RowFormat.SQL_CLIENT) {
      // SqlClient's main prints this when the JVM ends.
      print("\nShutting down the session...\ndone.\n");
    }
    streams.flush();
    if (streams.outputGone()) {
      return ExitCode.FAILED;
    }
    log.sumUp(System.nanoTime() - startNanos);
    int code = log.failed() ? ExitCode.FAILED : ExitCode.DONE;
    return request.inspection() == null ? code : request.inspection().exitCode(code);
  }

  /** Who has to hear of plans: to ask the planner again would cost as much as a short query. */
  private PlanListener planListener(ResultChanges changes) {
    return request.printsRows() ? changes : inspecting();
  }

  private PlanListener inspecting() {
    return Optional.ofNullable(request.inspection())
        .flatMap(Inspection::planListener)
        .orElse(PlanListener.NOBODY);
  }

  private Configuration configuration() {
    Configuration configuration = request.configuration();
    if (!request.interactive() && !configuration.contains(SqlClientOptions.EXECUTION_RESULT_MODE)) {
      // The client's own default, a view to page through, fails in a script.
      // As people write it: SET lists the value as it was set.
      configuration.setString(
          SqlClientOptions.EXECUTION_RESULT_MODE.key(),
          ResultMode.TABLEAU.name().toLowerCase(Locale.ROOT));
    }
    likeFlinksCommandLine(configuration);
    if (request.inspection() != null && request.inspection().runsJobs()) {
      Target.requireOwn(configuration);
      configuration.set(TidemarkOptions.OBSERVER, request.inspection().observer());
    }
    if (!streams.caller().sharesProcess()) {
      FileSystem.initialize(configuration, null);
    }
    return configuration;
  }

  /**
   * What Flink's client sets even when nobody asks for it: SET lists it. Mirrors ProgramOptions.
   */
  private static void likeFlinksCommandLine(Configuration configuration) {
    if (!configuration.contains(DeploymentOptions.SHUTDOWN_IF_ATTACHED)) {
      configuration.set(DeploymentOptions.SHUTDOWN_IF_ATTACHED, false);
    }
    Configuration recovery = new Configuration();
    SavepointRestoreSettings.toConfiguration(SavepointRestoreSettings.none(), recovery);
    recovery.addAll(configuration);
    configuration.addAll(recovery);
  }

  private void execute(InProcessExecutor executor) throws IOException {
    Path history = ClientFiles.history(request.interactive());
    try (CliClient client = new CliClient(this::terminal, executor, history)) {
      if (request.init() != null && !initialize(client, executor)) {
        return;
      }
      if (request.interactive()) {
        client.executeInInteractiveMode();
      } else {
        runScript(client, executor);
      }
    }
    awaitJobs();
    log.inspect();
  }

  private boolean initialize(CliClient client, InProcessExecutor executor) throws IOException {
    if (!log.starts(request.init())) {
      return false;
    }
    boolean done;
    LongStatements init = longStatements(request.init(), text -> {});
    executor.reads(init);
    try (ClientFiles.ScriptFile file = ClientFiles.scriptFile(init.forClient())) {
      done = client.executeInitialization(file.uri());
    }
    log.ends(!done);
    if (request.format() == RowFormat.SQL_CLIENT) {
      URI uri = URI.create(request.init().name().replace(" ", "%20"));
      print(
          done
              ? "Successfully initialized from sql script: " + uri + "\n"
              : "Failed to initialize from sql script: "
                  + uri
                  + ". Please refer to the LOG for detailed error messages.\n");
    }
    return done;
  }

  private void runScript(CliClient client, InProcessExecutor executor) throws IOException {
    if (!log.starts(request.script())) {
      return;
    }
    boolean shown = request.format() == RowFormat.SQL_CLIENT;
    LongStatements script = longStatements(request.script(), shown ? this::print : text -> {});
    executor.reads(script);
    try (ClientFiles.ScriptFile file = ClientFiles.scriptFile(script.forClient())) {
      client.executeInNonInteractiveMode(file.uri());
    }
    log.ends(false);
  }

  private static LongStatements longStatements(Script script, Consumer<String> display) {
    return LongStatements.in(script.forClient(), LongStatements.LONG, display);
  }

  private void awaitJobs() {
    if (request.interactive()) {
      // The client's terminal has left Ctrl-C to the system, which would not run our hook.
      Signals.register("INT", () -> System.exit(ExitCode.INTERRUPTED));
    }
    try {
      List<Position> endless = log.endlessJobs();
      for (Position statement : endless) {
        streams
            .err()
            .println(
                statement + ": this job may have no end of its own; Ctrl-C stops it. Waiting ...");
      }
      log.awaitJobs();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Terminal terminal() {
    if (request.interactive()) {
      return CliClient.DEFAULT_TERMINAL_FACTORY.get();
    }
    OutputStream out =
        request.format() == RowFormat.SQL_CLIENT && request.printsResults()
            ? clientOutput()
            : OutputStream.nullOutputStream();
    return TerminalUtils.createDumbTerminal(InputStream.nullInputStream(), out);
  }

  private OutputStream clientOutput() {
    OutputStream out = streams.colourOut() ? streams.out() : new ColourFilter(streams.out());
    return new UntilStopped(out, () -> stopping);
  }

  private void print(String text) {
    if (!request.printsResults()) {
      return;
    }
    PrintStream out = new PrintStream(streams.out(), false, StandardCharsets.UTF_8);
    out.print(text);
    out.flush();
  }

  /** Ctrl-C or a kill: stop what runs, keep what was printed. */
  private void interrupted() {
    if (over) {
      return;
    }
    stopping = true;
    StatementLog current = log;
    if (current != null) {
      current.interrupted();
    }
    ShutdownHooks.runFor(STOP_SECONDS, this::stopAll);
    if (streams.outputGone()) {
      return;
    }
    if (current != null) {
      current.stopped();
      if (request.inspection() != null) {
        // Of an endless job this is all that can be told.
        current.inspect();
        request.inspection().exitCode(ExitCode.INTERRUPTED);
      }
    }
    streams.flush();
    streams.err().println("tidemark: interrupted; what was printed so far stands.");
  }

  private void stopAll() {
    try {
      if (log != null) {
        log.cancelJobs();
      }
      if (session != null) {
        session.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      // The process ends in any case.
      return;
    }
  }
}
