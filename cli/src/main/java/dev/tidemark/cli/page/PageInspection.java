package dev.tidemark.cli.page;

import dev.tidemark.cli.errors.Position;
import dev.tidemark.cli.plans.PlanListener;
import dev.tidemark.cli.program.ProgramLook;
import dev.tidemark.cli.sql.Inspection;
import dev.tidemark.insight.changelog.DeclaredPlan;
import dev.tidemark.insight.ledger.Ledger;
import dev.tidemark.insight.live.LatestRows;
import dev.tidemark.insight.live.Pace;
import dev.tidemark.insight.report.LiveReport;
import dev.tidemark.insight.report.ReportFile;
import dev.tidemark.insight.run.Probe;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.RunLog;
import dev.tidemark.insight.sweep.FirstPass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** Sees the jobs of a script that runs for the page, while they run. */
final class PageInspection implements Inspection, ProgramLook {

  private static final long PATIENCE_SECONDS = 10;

  private final RunLog runs;
  private final List<ObjectNode> over = new ArrayList<>();
  private final List<RunInsight> underWay = new ArrayList<>();
  private volatile DeclaredPlan lastPlan = DeclaredPlan.unknown();
  private Pace.Mode mode;
  private long changesOfOver;

  /**
   * Looks into the jobs of one script.
   *
   * @param mode how the first job begins; the others begin as the one before was going on
   */
  PageInspection(Pace.Mode mode) {
    this.mode = mode;
    this.runs = new RunLog(Ledger.DEFAULT_CAP, plan -> null, this::probes, true);
  }

  private synchronized List<Probe> probes() {
    List<Probe> probes = new ArrayList<>(ReportFile.probes(lastPlan));
    probes.add(new Pace(mode));
    probes.add(new LatestRows());
    return probes;
  }

  @Override
  public String observer() {
    return runs.observer();
  }

  @Override
  public boolean printsResults() {
    return true;
  }

  @Override
  public Optional<PlanListener> planListener() {
    return Optional.of(plan -> lastPlan = plan.declared());
  }

  @Override
  public void over(Position statement) {
    over(statement.toString());
  }

  @Override
  public int exitCode(String program, int code) {
    over("Job");
    return code;
  }

  private void over(String statement) {
    for (RunInsight run : begun()) {
      try {
        if (run.awaitOver(PATIENCE_SECONDS)) {
          keep(statement, run);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private synchronized void keep(String statement, RunInsight run) {
    // The next job goes on as this one did in the end: paused, if it was taken row by row.
    mode = pace(run).mode();
    FirstPass sweep = new FirstPass(over.size(), statement, run);
    over.add(LiveReport.over(statement, run, sweep));
    underWay.remove(run);
    changesOfOver += pace(run).changes() + 2;
  }

  private synchronized List<RunInsight> begun() {
    underWay.addAll(runs.take());
    return List.copyOf(underWay);
  }

  /** Has the jobs go on in another way. */
  synchronized void go(Pace.Mode newMode) {
    mode = newMode;
    for (RunInsight run : begun()) {
      pace(run).go(newMode);
    }
  }

  /**
   * Has the jobs end, on a thread of its own. A job that waits for a click ends where it stands.
   *
   * @param cancel cancels the jobs, and returns when that is done
   */
  void stop(Runnable cancel, String threadName) {
    Thread stopping =
        new Thread(
            () -> {
              cancel.run();
              // Not before, or the job would go on until it is cancelled. One that has begun
              // meanwhile would wait for ever.
              go(Pace.Mode.RUNNING);
            },
            threadName);
    stopping.setDaemon(true);
    stopping.start();
  }

  private static Pace pace(RunInsight run) {
    return run.probe(Pace.class).orElseThrow();
  }

  /** Whether a job waits, between two rows. */
  synchronized boolean waits() {
    return begun().stream().anyMatch(run -> pace(run).waits());
  }

  /** A number that grows whenever there is something new to be seen. */
  synchronized long changes() {
    List<RunInsight> now = begun();
    // That a run has begun is news, too.
    long changes = changesOfOver + now.size();
    for (RunInsight run : now) {
      changes += pace(run).changes();
    }
    return changes;
  }

  /** What the report says of each job, those under way last. */
  synchronized void write(ArrayNode statements) {
    over.forEach(statements::add);
    for (RunInsight run : begun()) {
      Pace pace = pace(run);
      statements.add(pace.look(() -> LiveReport.running("Running now", run, pace.waits())));
    }
  }

  @Override
  public int exitCode(int code) {
    return code;
  }

  @Override
  public void close() {
    runs.close();
  }
}
