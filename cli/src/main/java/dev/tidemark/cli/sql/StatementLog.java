package dev.tidemark.cli.sql;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.SettingsCheck;
import dev.tidemark.cli.data.CsvCulprit;
import dev.tidemark.cli.data.FileTable;
import dev.tidemark.cli.errors.ErrorPrinter;
import dev.tidemark.cli.errors.Position;
import dev.tidemark.cli.errors.RootCause;
import dev.tidemark.cli.jobs.JobTracker;
import dev.tidemark.cli.jobs.LateRecords;
import dev.tidemark.cli.rows.RowFormat;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.apache.flink.table.client.config.ResultMode;
import org.apache.flink.table.client.config.SqlClientOptions;
import org.apache.flink.table.client.gateway.StatementResult;

/**
 * Follows a run statement by statement: where each stands, what failed, what was printed. It says
 * on standard error what Flink's client does not say at all.
 */
final class StatementLog implements StatementListener {

  private static final String SEVERAL_STATEMENTS = "only single statement supported";

  /** Statements whose tables may be those they write to, which begin empty. */
  private static final Pattern WRITES =
      Pattern.compile("\\s*(INSERT|EXECUTE|BEGIN|END|CREATE|REPLACE)\\b", Pattern.CASE_INSENSITIVE);

  private final SqlRequest request;
  private final CliStreams streams;
  private final ErrorPrinter errors;
  private final SqlSession session;
  private final StatementJobs jobs;
  private final ResultPrinter printer;

  private final Set<FileTable> checkedTables = new HashSet<>();
  private final Set<String> checkedSettings = new HashSet<>();
  private final AtomicLong rows = new AtomicLong();
  private final AtomicInteger failures = new AtomicInteger();
  private int statements;
  private StatementLocator locator;
  private volatile Located current;
  private boolean incomplete;
  private volatile boolean interrupted;

  StatementLog(
      SqlRequest request,
      CliStreams streams,
      ErrorPrinter errors,
      SqlSession session,
      JobTracker tracker,
      ResultChanges changes) {
    this.request = request;
    this.streams = streams;
    this.errors = errors;
    this.session = session;
    this.jobs = new StatementJobs(tracker, this::jobFailed);
    this.locator = new StatementLocator(Script.of("<terminal>", ""));
    this.printer =
        !request.printsRows()
            ? null
            : new ResultPrinter(session, changes, request.format(), streams.outWriter());
  }

  /**
   * A script begins.
   *
   * @return whether it may run; otherwise it is reported why not
   */
  boolean starts(Script script) {
    locator = new StatementLocator(script);
    incomplete = false;
    boolean good = new ScriptCheck(script, errors).beforeRun();
    if (!good) {
      failures.incrementAndGet();
    }
    return good;
  }

  /**
   * A script is over.
   *
   * @param failed whether the client said that it failed
   */
  void ends(boolean failed) {
    if (failures.get() > 0 || interrupted) {
      return;
    }
    int from = incomplete ? current.start() : locator.restStart();
    if (new ScriptCheck(current == null ? scriptOf(locator) : current.script(), errors)
        .reportSkipped(from)) {
      failures.incrementAndGet();
    } else if (failed) {
      failures.incrementAndGet();
    }
  }

  private static Script scriptOf(StatementLocator locator) {
    return locator.script();
  }

  @Override
  public void begins(String statement) {
    if (request.interactive() && locator.script().text().isEmpty()) {
      current = new StatementLocator(Script.of("<terminal>", statement)).locate(statement, false);
      statements++;
      return;
    }
    awaitBoundedJobs();
    inspect();
    current = locator.locate(statement, incomplete);
    if (!incomplete) {
      statements++;
    }
    incomplete = false;
  }

  /** The statement before is over: what it did can be looked into. */
  void inspect() {
    if (request.inspection() != null && current != null && !incomplete) {
      streams.flush();
      request.inspection().over(current.position());
      streams.flush();
    }
  }

  private void awaitBoundedJobs() {
    try {
      jobs.awaitBounded();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void incomplete() {
    incomplete = true;
  }

  @Override
  public StatementResult executed(String statement, StatementResult result) {
    boolean endless = jobs.submittedBy(current);
    if (result.isQueryResult() || result.getJobId() != null) {
      session.tablesOf(statement).forEach(this::checkData);
    }
    if (isSet(statement)) {
      checkSettings();
    }
    boolean clientWillReject =
        !request.interactive()
            && result.isQueryResult()
            && session.configuration().get(SqlClientOptions.EXECUTION_RESULT_MODE)
                != ResultMode.TABLEAU;
    if (clientWillReject && request.format() == RowFormat.SQL_CLIENT) {
      result.close();
      report(
          "a script can show results in the mode TABLEAU only",
          "remove SET 'sql-client.execution.result-mode', or set it to 'tableau'.");
    }
    return printer == null ? result : printer.print(result, endless);
  }

  /**
   * Flink's client takes any key; a mistyped one of ours would have no effect, and no word said.
   */
  private void checkSettings() {
    for (String key : session.configuration().keySet()) {
      Optional<String> unknown = SettingsCheck.unknown(key);
      if (unknown.isPresent() && checkedSettings.add(key)) {
        streams.flush();
        errors.warning(current.position(), unknown.get(), null);
      }
    }
  }

  /** Says what Flink does not say about the tables that a statement names, once a table. */
  private void checkData(FileTable table) {
    if (!checkedTables.add(table)) {
      return;
    }
    if (table.isEmptyDirectory() && !WRITES.matcher(current.statement()).lookingAt()) {
      streams.flush();
      errors.warning(
          current.position(),
          "the table "
              + table.name()
              + " is the directory "
              + table.path().orElseThrow()
              + ", and there is no file in it",
          null);
    }
    for (String option : FormatOptions.unknown(table)) {
      streams.flush();
      errors.warning(
          current.position(),
          "the table "
              + table.name()
              + " has the option '"
              + option
              + "', which Flink does not know and passes over",
          "there are " + FormatOptions.names(table.format()) + ".");
    }
  }

  private void report(String message, String advice) {
    failures.incrementAndGet();
    streams.flush();
    errors.error(current.position(), message, advice);
  }

  @Override
  public void failed(Throwable failure) {
    failed(current, failure);
  }

  @Override
  public void givenUp() {
    // In the terminal, people leave a result when they like.
    if (!request.interactive() && !interrupted && failures.get() == 0) {
      report("the result was not shown to its end", "the [ERROR] of Flink's client says why.");
    }
  }

  private void jobFailed(Located statement, Throwable failure) {
    failed(statement, failure);
  }

  private synchronized void failed(Located statement, Throwable failure) {
    if (interrupted) {
      return;
    }
    failures.incrementAndGet();
    streams.flush();
    RootCause cause = RootCause.of(failure);
    if (request.inspection() != null && request.inspection().tells(cause)) {
      return;
    }
    if (cause.message().equals(SEVERAL_STATEMENTS)) {
      errors.error(statement.position(), "more than one statement in one go", ScriptCheck.OWN_LINE);
      return;
    }
    List<FileTable> tables =
        cause.place().isPresent() ? List.of() : session.tablesOf(statement.statement());
    Optional<CsvCulprit.Finding> inData = new CsvCulprit(tables).find(cause);
    if (request.interactive()) {
      errors.advise(cause);
    } else {
      String message =
          closedDirectory(tables, cause)
              .or(() -> inData.flatMap(CsvCulprit.Finding::problem))
              .orElse(cause.message());
      errors.error(statement.position(cause), cause, message, advice(statement, cause));
    }
    inData.map(CsvCulprit.Finding::position).ifPresent(errors::inData);
  }

  private Optional<String> advice(Located statement, RootCause cause) {
    return isSet(statement.statement()) && cause.involves("NumberFormatException")
        ? Optional.of("correct the value of the setting.")
        : MissingInit.hint(request, session, cause);
  }

  private static boolean isSet(String statement) {
    return statement.trim().regionMatches(true, 0, "SET", 0, 3);
  }

  /** Flink fails with a NullPointerException when it may not look into a directory. */
  private static Optional<String> closedDirectory(List<FileTable> tables, RootCause cause) {
    if (!cause.involves("NullPointerException")) {
      return Optional.empty();
    }
    return tables.stream()
        .flatMap(table -> table.closedDirectory().stream())
        .map(directory -> directory + " (Permission denied)")
        .findFirst();
  }

  @Override
  public void waiting() {
    if (printer != null) {
      printer.flush();
    }
  }

  @Override
  public void fetched() {
    rows.incrementAndGet();
  }

  /** The process was told to stop: what fails from now on fails because of that. */
  void interrupted() {
    interrupted = true;
  }

  /** All jobs are stopped: what rows there are have come. */
  void stopped() {
    if (printer != null) {
      printer.stop();
    }
  }

  boolean failed() {
    return !request.interactive() && failures.get() > 0;
  }

  List<Position> endlessJobs() {
    return jobs.endless().stream().map(Located::position).toList();
  }

  void awaitJobs() throws InterruptedException {
    jobs.awaitAll();
  }

  void cancelJobs() throws InterruptedException {
    jobs.cancelAll();
  }

  /** The last line: what was done, and how long it took. */
  void sumUp(long nanos) {
    StringBuilder line = new StringBuilder("tidemark: ");
    line.append(counted(statements, "statement")).append(", ");
    if (failures.get() > 0) {
      line.append(failures.get()).append(" failed, ");
    }
    line.append(
        request.printsResults()
            ? counted(rows.get(), "row") + " printed, "
            : counted(rows.get(), "result row") + ", ");
    if (request.inspection() == null) {
      // An inspection that follows the rows knows better than Flink's counters.
      line.append(LateRecords.told(jobs.lateRecordsDropped(), "tidemark drops"));
    }
    line.append(String.format(Locale.ROOT, "%.2f s", nanos / 1e9));
    streams.err().println(line);
  }

  private static String counted(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
