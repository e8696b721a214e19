package dev.tidemark.cli.inspect;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.cli.UsageException;
import dev.tidemark.cli.errors.Position;
import dev.tidemark.insight.ledger.Ledger;
import dev.tidemark.insight.ledger.LedgerFile;
import dev.tidemark.insight.ledger.VerdictText;
import dev.tidemark.insight.run.Probe;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.RunLog;
import java.io.IOException;
import java.nio.file.Path;
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
  private final RunLog runs;
  private int count;
  private boolean exceeded;

  /**
   * @param path the ledger's file; null for none
   * @param limit rows that may be lost; null for no limit
   * @param probes makes what looks at a run besides the ledger
   */
  public LedgerKeeper(
      CliStreams streams, Path path, LateLimit limit, Supplier<List<Probe>> probes) {
    this.streams = streams;
    this.path = path;
    this.limit = limit;
    try {
      this.file = path == null ? null : new LedgerFile(path);
    } catch (IOException e) {
      throw new UsageException("cannot write the ledger " + path + ": " + e.getMessage());
    }
    this.runs =
        new RunLog(Ledger.DEFAULT_CAP, plan -> file == null ? null : file.listener(plan), probes);
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
    if (file != null) {
      try {
        file.complete();
      } catch (IOException e) {
        streams.err().println("tidemark: cannot write the ledger " + path + ": " + e.getMessage());
        return ExitCode.FAILED;
      }
    }
    return exceeded && code == ExitCode.DONE ? ExitCode.ASSERTION : code;
  }

  @Override
  public void close() {
    runs.close();
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      streams.err().println("tidemark: " + path + ".part is left over: " + e.getMessage());
    }
  }
}
