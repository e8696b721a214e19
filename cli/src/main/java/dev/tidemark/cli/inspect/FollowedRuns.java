package dev.tidemark.cli.inspect;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.cli.UsageException;
import dev.tidemark.cli.plans.PlanListener;
import dev.tidemark.insight.changelog.DeclaredPlan;
import dev.tidemark.insight.changelog.Refusal;
import dev.tidemark.insight.ledger.Ledger;
import dev.tidemark.insight.ledger.LedgerFile;
import dev.tidemark.insight.ledger.VerdictText;
import dev.tidemark.insight.report.ReportFile;
import dev.tidemark.insight.run.Probe;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.RunLog;
import dev.tidemark.insight.sweep.FirstPass;
import dev.tidemark.insight.sweep.SweepProbe;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Follows the runs of a script's statements for a command, writes the files that were asked for and
 * knows the limit.
 */
public final class FollowedRuns implements AutoCloseable {
  /** A client that has seen enough cancels its query; that takes a moment. */
  private static final long PATIENCE_SECONDS = 10;

  private final CliStreams streams;
  private final Outputs outputs;
  private final LedgerFile ledger;
  private final ReportFile report;
  private final RunLog runs;
  private volatile DeclaredPlan lastPlan = DeclaredPlan.unknown();
  private int count;
  private boolean exceeded;
  private boolean unbalanced;

  /**
   * @param outputs what is made of the runs besides what the command prints
   * @param readsDrops whether the command itself wants dropped rows, and not only their number
   * @param probes makes what the command looks at a run with, besides the ledger; gets what the
   *     planner has said about the statement, if {@link #planListener} was told
   */
  public FollowedRuns(
      CliStreams streams,
      Outputs outputs,
      boolean readsDrops,
      Function<DeclaredPlan, List<Probe>> probes) {
    this(streams, outputs, readsDrops, false, probes);
  }

  /**
   * The same for a command that follows rows from operator to operator.
   *
   * @param forRows whether it does
   */
  public FollowedRuns(
      CliStreams streams,
      Outputs outputs,
      boolean readsDrops,
      boolean forRows,
      Function<DeclaredPlan, List<Probe>> probes) {
    this.streams = streams;
    this.outputs = outputs;
    this.ledger = open(outputs.ledger(), "ledger", LedgerFile::new);
    this.report = open(outputs.report(), "report", ReportFile::new);
    this.runs =
        new RunLog(
            readsDrops || report != null ? Ledger.DEFAULT_CAP : 0,
            plan -> ledger == null ? null : ledger.listener(plan),
            () -> all(probes.apply(lastPlan)),
            forRows);
  }

  /** Without what a command looks at by itself. */
  public FollowedRuns(CliStreams streams, Outputs outputs, boolean readsDrops) {
    this(streams, outputs, readsDrops, plan -> List.of());
  }

  @FunctionalInterface
  private interface Opener<T> {
    T open(Path path) throws IOException;
  }

  private static <T> T open(Path path, String what, Opener<T> opener) {
    try {
      return path == null ? null : opener.open(path);
    } catch (NoSuchFileException e) {
      Path folder = path.toAbsolutePath().getParent();
      throw new UsageException(
          "cannot write the " + what + " " + path + ": there is no directory " + folder + ".");
    } catch (IOException e) {
      throw new UsageException("cannot write the " + what + " " + path + ": " + e.getMessage());
    }
  }

  /** The command's own probes, and those of the report of which it has none. */
  private List<Probe> all(List<Probe> own) {
    if (report == null) {
      return own;
    }
    List<Probe> all = new ArrayList<>(own);
    for (Probe each : ReportFile.probes(lastPlan)) {
      if (own.stream().noneMatch(probe -> probe.getClass() == each.getClass())) {
        all.add(each);
      }
    }
    return all;
  }

  String observer() {
    return runs.observer();
  }

  /** What has to hear of the statements' plans; empty if nobody here asks. */
  Optional<PlanListener> planListener() {
    return report == null ? Optional.empty() : Optional.of(plan -> planned(plan.declared()));
  }

  /** The plan that is about to run. */
  void planned(DeclaredPlan plan) {
    lastPlan = plan;
  }

  /** The planner has refused a statement. */
  void refused(String statement, Refusal refusal) {
    if (report != null) {
      report.refused(statement, refusal.text());
    }
  }

  /** Hands over the runs that a statement has made. */
  void over(String statement, Consumer<FinishedRun> consumer) {
    for (RunInsight run : runs.take()) {
      int number = count++;
      try {
        if (run.awaitOver(PATIENCE_SECONDS)) {
          FirstPass sweep =
              run.probe(SweepProbe.class).isPresent()
                  ? new FirstPass(number, statement, run)
                  : null;
          FinishedRun finished = new FinishedRun(statement, number, run, sweep);
          keep(finished);
          consumer.accept(finished);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void keep(FinishedRun finished) {
    String statement = finished.statement();
    RunInsight run = finished.insight();
    if (!run.complete()) {
      // Of a run that came to its end, the job has failed with it.
      run.ledger().imbalance(false).ifPresent(this::defect);
    }
    if (ledger != null) {
      ledger.over(statement, finished.number() + 1, run);
    }
    if (report != null) {
      report.add(statement, run, finished.sweep());
    }
    if (outputs.limit() != null && outputs.limit().isExceeded(run)) {
      exceeded = true;
      streams
          .err()
          .println(
              statement
                  + ": --fail-on-late: "
                  + VerdictText.conclusion(run)
                  + " Allowed: "
                  + outputs.limit()
                  + ".");
    }
  }

  private void defect(String imbalance) {
    unbalanced = true;
    streams.err().println("tidemark: a defect of tidemark: " + imbalance);
  }

  /**
   * Every run is in: the files are written.
   *
   * @param code the exit code so far
   * @return the exit code
   */
  int complete(int code) {
    boolean ledgerDone =
        complete(outputs.ledger(), "ledger", ledger == null ? null : ledger::complete);
    boolean reportDone =
        complete(outputs.report(), "report", report == null ? null : report::complete);
    if (!ledgerDone || !reportDone || unbalanced) {
      return ExitCode.FAILED;
    }
    return exceeded && code == ExitCode.DONE ? ExitCode.ASSERTION : code;
  }

  @FunctionalInterface
  private interface Writing {
    void run() throws IOException;
  }

  private boolean complete(Path of, String what, Writing writing) {
    try {
      if (writing != null) {
        writing.run();
      }
      return true;
    } catch (IOException e) {
      streams
          .err()
          .println("tidemark: cannot write the " + what + " " + of + ": " + e.getMessage());
      return false;
    }
  }

  @Override
  public void close() {
    runs.close();
    close(outputs.ledger(), ledger);
    close(outputs.report(), report);
  }

  private void close(Path of, AutoCloseable writer) {
    try {
      if (writer != null) {
        writer.close();
      }
    } catch (Exception e) {
      streams.err().println("tidemark: " + of + ".part is left over: " + e.getMessage());
    }
  }
}
