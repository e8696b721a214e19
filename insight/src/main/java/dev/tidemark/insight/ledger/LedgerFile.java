package dev.tidemark.insight.ledger;

import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.SourceRow;
import dev.tidemark.insight.source.FileRow;
import dev.tidemark.insight.source.FileRows;
import dev.tidemark.runtime.plan.Plan;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Consumer;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Writes every dropped row to a file as it is dropped, as JSON lines or CSV. The file takes its
 * name when everything is in it; until then it ends in {@code .part}.
 */
public final class LedgerFile implements AutoCloseable {
  /** Version of the lines; docs/json.md describes them. */
  public static final String SCHEMA = "tidemark.ledger/1";

  private final Path file;
  private final Path part;
  private final boolean csv;
  private final BufferedWriter out;
  private int runs;

  /**
   * Begins the file.
   *
   * @param file its name; {@code .csv} or {@code .jsonl} says what is written
   */
  public LedgerFile(Path file) throws IOException {
    this.file = file;
    this.part = file.resolveSibling(file.getFileName() + ".part");
    this.csv = file.toString().endsWith(".csv");
    this.out = Files.newBufferedWriter(part, StandardCharsets.UTF_8);
    if (csv) {
      out.write(LedgerCsv.HEAD + "\n");
    }
  }

  /** What a run tells its drops to; called on the job's thread. */
  public synchronized Consumer<Drop> listener(Plan plan) {
    int run = ++runs;
    FileRows rows = new FileRows(plan);
    FileRows setters = new FileRows(plan);
    return drop -> write(run, plan, drop, find(rows, drop.row()), find(setters, drop.setBy()));
  }

  private static FileRow find(FileRows files, SourceRow row) {
    return files.find(row);
  }

  private void write(int run, Plan plan, Drop drop, FileRow there, FileRow setBy) {
    if (csv) {
      line(LedgerCsv.line(run, plan, drop, there));
      return;
    }
    ObjectNode node = head("drop", run);
    node.setAll(DropJson.drop(plan, drop, there, setBy));
    line(node.toString());
  }

  /**
   * A run is over: its accounts follow its drops.
   *
   * @param statement the statement that started it
   * @param run its number in this file, from 1
   */
  public void over(String statement, int run, RunInsight insight) {
    if (csv) {
      return;
    }
    for (Account account : insight.ledger().accounts()) {
      line(head("operator", run).setAll(DropJson.account(account)).toString());
    }
    for (Ledger.NotAudited unknown : insight.ledger().notAudited()) {
      line(head("not-audited", run).setAll(DropJson.notAudited(unknown)).toString());
    }
    ObjectNode end = head("run", run);
    end.put("schema", SCHEMA);
    end.put("statement", statement);
    end.put("complete", insight.complete());
    end.put("rows_lost", insight.ledger().dropCount());
    line(end.toString());
  }

  private static ObjectNode head(String type, int run) {
    ObjectNode node = DropJson.object();
    node.put("type", type);
    node.put("run", run);
    return node;
  }

  private synchronized void line(String text) {
    try {
      out.write(text);
      out.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + part, e);
    }
  }

  /** Everything is in the file: it takes its name. */
  public void complete() throws IOException {
    out.close();
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void close() throws IOException {
    out.close();
    Files.deleteIfExists(part);
  }
}
