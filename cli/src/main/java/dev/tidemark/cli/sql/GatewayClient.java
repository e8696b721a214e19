package dev.tidemark.cli.sql;

import dev.tidemark.cli.Caller;
import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.EarlyInterrupt;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.cli.ShutdownHooks;
import dev.tidemark.cli.errors.ErrorPrinter;
import dev.tidemark.cli.errors.RootCause;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.SqlParserEOFException;
import org.apache.flink.table.client.SqlClientException;
import org.apache.flink.table.client.cli.CliClient;
import org.apache.flink.table.client.cli.TerminalUtils;
import org.apache.flink.table.client.config.ResultMode;
import org.apache.flink.table.client.config.SqlClientOptions;
import org.apache.flink.table.client.gateway.Executor;
import org.apache.flink.table.client.gateway.SqlExecutionException;
import org.apache.flink.table.client.gateway.StatementResult;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.gateway.service.context.DefaultContext;
import org.apache.flink.util.CloseableIterator;
import org.jline.terminal.Terminal;

/**
 * Flink's client in its mode {@code gateway}: statements run in a gateway that somebody else has
 * started. Mirrors SqlClient, with our exit code.
 */
public final class GatewayClient {

  private final CliStreams streams;
  private final SqlRequest request;
  private final URL gateway;

  private final CompletableFuture<Executor> opened = new CompletableFuture<>();
  private volatile boolean over;
  private volatile boolean stopping;

  /**
   * Prepares a run.
   *
   * @param gateway where the gateway is
   */
  public GatewayClient(CliStreams streams, SqlRequest request, URL gateway) {
    this.streams = streams;
    this.request = request;
    this.gateway = gateway;
  }

  /**
   * Runs to the end.
   *
   * @return the exit code
   */
  public int run() {
    Caller caller = streams.caller();
    Caller.Registration onInterrupt = caller.onInterrupt(this::interrupted);
    EarlyInterrupt.tooLate();
    int code;
    try {
      code = runSession();
    } catch (SqlExecutionException e) {
      if (!stopping) {
        throw e;
      }
      // The session was closed under the client's feet.
      code = ExitCode.INTERRUPTED;
    } finally {
      over = true;
      opened.cancel(false);
      onInterrupt.remove();
    }
    return stopping ? caller.awaitEnd() : code;
  }

  private int runSession() {
    ErrorPrinter errors = new ErrorPrinter(streams.err(), streams.colourErr(), request.verbose());
    try (Failures executor = new Failures(connect())) {
      opened.complete(executor);
      boolean done = execute(executor);
      if (!stopping) {
        print("\nShutting down the session...\ndone.\n");
      }
      return done && !executor.failed ? ExitCode.DONE : ExitCode.FAILED;
    } catch (SqlClientException e) {
      if (!stopping) {
        errors.error(
            null,
            "cannot open a session at " + gateway + ": " + RootCause.of(e).message(),
            "start a server there: 'tidemark up'.");
      }
      return ExitCode.FAILED;
    } catch (IOException e) {
      errors.error(null, e.getMessage(), null);
      return ExitCode.FAILED;
    }
  }

  /** Ctrl-C or a kill: with its session the gateway ends its queries. */
  private void interrupted() {
    if (over) {
      return;
    }
    stopping = true;
    ShutdownHooks.runFor(SqlRun.STOP_SECONDS, this::closeSession);
    if (streams.outputGone()) {
      return;
    }
    streams.flush();
    streams.err().println("tidemark: interrupted; what was printed so far stands.");
  }

  /** One that is just being opened is waited for: else it would stay. */
  private void closeSession() {
    try {
      opened.join().close();
    } catch (CancellationException e) {
      // None was opened.
      return;
    }
  }

  private Executor connect() {
    Configuration configuration = request.configuration();
    if (!request.interactive() && !configuration.contains(SqlClientOptions.EXECUTION_RESULT_MODE)) {
      configuration.set(SqlClientOptions.EXECUTION_RESULT_MODE, ResultMode.TABLEAU);
    }
    return Executor.create(new DefaultContext(configuration, List.of()), gateway, null);
  }

  private boolean execute(Executor executor) throws IOException {
    try (CliClient client =
        new CliClient(this::terminal, executor, ClientFiles.history(request.interactive()))) {
      if (request.init() != null && !initialize(client)) {
        return false;
      }
      if (request.interactive()) {
        client.executeInInteractiveMode();
        return true;
      }
      try (ClientFiles.ScriptFile file = ClientFiles.scriptFile(request.script().forClient())) {
        client.executeInNonInteractiveMode(file.uri());
      }
      return true;
    }
  }

  private boolean initialize(CliClient client) throws IOException {
    URI name = URI.create(request.init().name().replace(" ", "%20"));
    try (ClientFiles.ScriptFile file = ClientFiles.scriptFile(request.init().forClient())) {
      boolean done = client.executeInitialization(file.uri());
      if (stopping) {
        return false;
      }
      print(
          done
              ? "Successfully initialized from sql script: " + name + "\n"
              : "Failed to initialize from sql script: "
                  + name
                  + ". Please refer to the LOG for detailed error messages.\n");
      return done;
    }
  }

  private Terminal terminal() {
    if (request.interactive()) {
      return CliClient.DEFAULT_TERMINAL_FACTORY.get();
    }
    OutputStream out = streams.colourOut() ? streams.out() : new ColourFilter(streams.out());
    return TerminalUtils.createDumbTerminal(
        InputStream.nullInputStream(), new UntilStopped(out, () -> stopping));
  }

  private void print(String text) {
    PrintStream out = new PrintStream(streams.out(), false, StandardCharsets.UTF_8);
    out.print(text);
    out.flush();
  }

  /** Flink's client ends with exit code 0 after a failed statement: this notes that one failed. */
  private static final class Failures implements Executor {

    private final Executor executor;
    private volatile boolean failed;

    Failures(Executor executor) {
      this.executor = executor;
    }

    @Override
    public void configureSession(String statement) {
      executor.configureSession(statement);
    }

    @Override
    public ReadableConfig getSessionConfig() {
      return executor.getSessionConfig();
    }

    @Override
    public Map<String, String> getSessionConfigMap() {
      return executor.getSessionConfigMap();
    }

    @Override
    public StatementResult executeStatement(String statement) {
      try {
        StatementResult result = executor.executeStatement(statement);
        return new StatementResult(
            result.getResultSchema(),
            new Rows(result),
            result.isQueryResult(),
            result.getResultKind(),
            result.getJobId(),
            result.getRowDataToStringConverter());
      } catch (SqlExecutionException e) {
        failed |= !(e.getCause() instanceof SqlParserEOFException);
        throw e;
      }
    }

    /** A query may fail after it has begun to answer. */
    private final class Rows implements CloseableIterator<RowData> {

      private final StatementResult result;

      Rows(StatementResult result) {
        this.result = result;
      }

      @Override
      public boolean hasNext() {
        try {
          return result.hasNext();
        } catch (RuntimeException e) {
          failed = true;
          throw e;
        }
      }

      @Override
      public RowData next() {
        return result.next();
      }

      @Override
      public void close() {
        result.close();
      }
    }

    @Override
    public List<String> completeStatement(String statement, int position) {
      return executor.completeStatement(statement, position);
    }

    @Override
    public String deployScript(String script, URI uri) {
      return executor.deployScript(script, uri);
    }

    @Override
    public void close() {
      executor.close();
    }
  }
}
