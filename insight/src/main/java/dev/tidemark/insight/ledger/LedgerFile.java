package dev.tidemark.insight.ledger;

import dev.tidemark.insight.run.OperatorNames;
import dev.tidemark.insight.run.RunInsight;
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
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
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
  private final JsonGenerator json;
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
    // Ctrl-C may come before anything else that would take it away.
    part.toFile().deleteOnExit();
    this.json = new ObjectMapper().createGenerator(out);
    json.setPrettyPrinter(new MinimalPrettyPrinter(""));
    if (csv) {
      out.write(LedgerCsv.HEAD + "\n");
    }
  }

  /** What a run tells its drops to; called on the job's thread. */
  public synchronized Consumer<Drop> listener(Plan plan) {
    int run = ++runs;
    FileRows rows = new FileRows(plan);
    FileRows setters = new FileRows(plan);
    List<String> names = OperatorNames.of(plan);
    if (csv) {
      return drop ->
          line(LedgerCsv.line(run, names, drop, rows.find(drop.row()), setters.find(drop.setBy())));
    }
    return drop -> {
      FileRow there = rows.find(drop.row());
      ObjectNode node = head("drop", run);
      node.setAll(DropJson.drop(names, drop, there, setters.find(drop.setBy())));
      line(node);
    };
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
      line(head("operator", run).setAll(DropJson.account(account)));
    }
    for (Ledger.NotAudited unknown : insight.ledger().notAudited()) {
      line(head("not-audited", run).setAll(DropJson.notAudited(unknown)));
    }
    ObjectNode end = head("run", run);
    end.put("schema", SCHEMA);
    end.put("statement", statement);
    DropJson.end(end, insight.end());
    end.put("rows_lost", insight.ledger().lostRows().any());
    end.put("rows_only_counted", insight.ledger().onlyCounted());
    line(end);
  }

  private static ObjectNode head(String type, int run) {
    ObjectNode node = DropJson.object();
    node.put("type", type);
    node.put("run", run);
    return node;
  }

  private synchronized void line(JsonNode node) {
    try {
      json.writeTree(node);
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + part, e);
    }
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
    json.close();
    out.close();
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void close() throws IOException {
    out.close();
    Files.deleteIfExists(part);
  }
}
