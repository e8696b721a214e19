package dev.tidemark.cli.inspect;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.cli.UsageException;
import dev.tidemark.cli.errors.Position;
import dev.tidemark.insight.ledger.Ledger;
import dev.tidemark.insight.ledger.LedgerFile;
import dev.tidemark.insight.ledger.VerdictText;
import dev.tidemark.insight.report.ReportFile;
import dev.tidemark.insight.run.Probe;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.RunLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Follows the runs of a script's statements, writes the ledger's file and knows the limit. */
public final class LedgerKeeper implements AutoCloseable {
  /** A client that has seen enough cancels its query; that takes a moment. */
  private static final long PATIENCE_SECONDS = 10;

  private final CliStreams streams;
  private final Path path;
  private final LateLimit limit;
  private final LedgerFile file;
  private final Path reportPath;
  private final ReportFile report;
  private final RunLog runs;
  private int count;
  private boolean exceeded;

  /**
   * @param path the ledger's file; null for none
   * @param limit rows that may be lost; null for no limit
   * @param probes makes what looks at a run besides the ledger
   * @param reportPath the report's file; null for none
   */
  public LedgerKeeper(
      CliStreams streams,
      Path path,
      LateLimit limit,
      Supplier<List<Probe>> probes,
      Path reportPath) {
    this.streams = streams;
    this.path = path;
    this.limit = limit;
    this.reportPath = reportPath;
    this.file = open(path, "ledger", LedgerFile::new);
    this.report = open(reportPath, "report", ReportFile::new);
    this.runs =
        new RunLog(
            Ledger.DEFAULT_CAP,
            plan -> file == null ? null : file.listener(plan),
            () -> report == null ? probes.get() : with(ReportFile.probe(), probes.get()));
  }

  @FunctionalInterface
  private interface Opener<T> {
    T open(Path path) throws IOException;
  }

  private static <T> T open(Path path, String what, Opener<T> opener) {
    try {
      return path == null ? null : opener.open(path);
    } catch (IOException e) {
      throw new UsageException("cannot write the " + what + " " + path + ": " + e.getMessage());
    }
  }

  private static List<Probe> with(Probe first, List<Probe> others) {
    List<Probe> all = new ArrayList<>(List.of(first));
    all.addAll(others);
    return all;
  }

  String observer() {
    return runs.observer();
  }

  /** Hands over the runs that a statement has made. */
  void over(Position statement, BiConsumer<Position, RunInsight> consumer) {
    for (RunInsight run : runs.take()) {
      count++;
      try {
        if (run.awaitOver(PATIENCE_SECONDS)) {
          keep(statement, run);
          consumer.accept(statement, run);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void keep(Position statement, RunInsight run) {
    if (file != null) {
      file.over(statement.toString(), count, run);
    }
    if (report != null) {
      report.add(statement.toString(), run);
    }
    if (limit != null && limit.isExceeded(run.ledger())) {
      exceeded = true;
      streams
          .err()
          .println(
              statement
                  + ": --fail-on-late: "
                  + VerdictText.conclusion(run)
                  + " Allowed: "
                  + limit
                  + ".");
    }
  }

  int exitCode(int code) {
    boolean ledgerDone = complete(path, "ledger", file == null ? null : file::complete);
    boolean reportDone = complete(reportPath, "report", report == null ? null : report::complete);
    if (!ledgerDone || !reportDone) {
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
    close(path, file);
    close(reportPath, report);
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
