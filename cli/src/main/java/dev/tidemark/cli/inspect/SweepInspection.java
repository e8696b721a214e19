package dev.tidemark.cli.inspect;

import dev.tidemark.cli.errors.Position;
import dev.tidemark.cli.sql.Inspection;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.RunLog;
import dev.tidemark.insight.sweep.FirstPass;
import dev.tidemark.insight.sweep.SweepProbe;
import java.util.ArrayList;
import java.util.List;

/** Gathers what a script's own run tells of other watermark delays. */
public final class SweepInspection implements Inspection {
  /** A client that has seen enough cancels its query; that takes a moment. */
  private static final long PATIENCE_SECONDS = 10;

  private final RunLog runs = new RunLog(0, plan -> null, () -> List.of(new SweepProbe()));
  private final List<Long> asked;
  private final List<FirstPass> jobs = new ArrayList<>();
  private int count;

  /**
   * @param asked delays to show in milliseconds; null to choose them
   */
  public SweepInspection(List<Long> asked) {
    this.asked = asked;
  }

  /** The jobs that may drop rows, in the script's order. */
  public List<FirstPass> jobs() {
    return jobs;
  }

  @Override
  public String observer() {
    return runs.observer();
  }

  @Override
  public boolean printsResults() {
    return false;
  }

  @Override
  public void over(Position statement) {
    for (RunInsight run : runs.take()) {
      int number = count++;
      try {
        if (run.awaitOver(PATIENCE_SECONDS)) {
          FirstPass job = new FirstPass(number, statement.toString(), run, asked);
          if (job.isSwept()) {
            jobs.add(job);
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
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
