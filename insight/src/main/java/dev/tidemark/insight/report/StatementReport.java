package dev.tidemark.insight.report;

import dev.tidemark.insight.changelog.ChangelogProbe;
import dev.tidemark.insight.ledger.Account;
import dev.tidemark.insight.ledger.Drop;
import dev.tidemark.insight.ledger.DropJson;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.insight.ledger.Ledger;
import dev.tidemark.insight.ledger.VerdictText;
import dev.tidemark.insight.ledger.Window;
import dev.tidemark.insight.live.LatestRows;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.SourceRow;
import dev.tidemark.insight.source.FileRow;
import dev.tidemark.insight.source.FileRows;
import dev.tidemark.insight.sweep.FirstPass;
import dev.tidemark.runtime.plan.PlanEdge;
import dev.tidemark.runtime.plan.PlanInput;
import dev.tidemark.runtime.plan.PlanNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** What the report has to say about one run: everything that report.js draws. */
final class StatementReport implements ReportFile.Section {
  /** Missed windows that a row names; the others are counted. */
  private static final int WINDOWS_OF_ROW = 3;

  private final String statement;
  private final RunInsight run;
  private final FirstPass sweep;
  private final Timelines timelines;
  private final Map<SourceRow, FileRow> places;
  private final Map<String, Integer> files = new TreeMap<>();

  /** Reads the rows that are shown from their files, while these are what they were. */
  StatementReport(String statement, RunInsight run, FirstPass sweep) {
    this(statement, run, sweep, true);
  }

  /**
   * The same for a run that goes on.
   *
   * @param readsFiles whether to read the rows; else they are shown as the query read them
   */
  StatementReport(String statement, RunInsight run, FirstPass sweep, boolean readsFiles) {
    this.statement = statement;
    this.run = run;
    this.sweep = sweep;
    this.timelines = new Timelines(run);
    Set<SourceRow> rows = new LinkedHashSet<>();
    for (Drop drop : listed(ReportSize.FULL)) {
      rows.add(drop.row());
      rows.add(drop.setBy());
    }
    timelines.lanes().forEach(l -> l.rows().points().forEach(point -> rows.add(point.row())));
    this.places = readsFiles ? FileRows.find(run.plan(), rows) : Map.of();
    for (FileRow there : places.values()) {
      files.put(there.file(), 0);
    }
    int number = 0;
    for (Map.Entry<String, Integer> file : files.entrySet()) {
      file.setValue(number++);
    }
  }

  @Override
  public String statement() {
    return statement;
  }

  @Override
  public String conclusion() {
    return VerdictText.conclusion(run);
  }

  /**
   * Everything as JSON; report.js reads it.
   *
   * @param size how much of it may be shown
   */
  @Override
  public ObjectNode json(ReportSize size) {
    Ledger ledger = run.ledger();
    ObjectNode node = DropJson.object();
    node.put("statement", statement);
    node.put("conclusion", conclusion());
    DropJson.end(node, run.end());
    ArrayNode fileNames = node.putArray("files");
    files.keySet().forEach(fileNames::add);
    ArrayNode accounts = node.putArray("accounts");
    for (Account account : ledger.accounts()) {
      ObjectNode each = DropJson.account(account);
      // The plan tells it; here it begins with an id that depends on what ran before.
      each.remove("description");
      each.put("op", account.node());
      accounts.add(each);
    }
    ArrayNode unknown = node.putArray("notAudited");
    ledger.notAudited().forEach(n -> unknown.add(DropJson.notAudited(n)));
    node.put("lost", ledger.dropCount());
    node.put("first", Math.min(size.drops(), ledger.drops().size()));
    ArrayNode drops = node.putArray("drops");
    listed(size).forEach(drop -> drops.add(drop(drop, size)));
    ObjectNode reasons = node.putObject("reasons");
    for (DropReason reason : DropReason.values()) {
      if (ledger.drops().stream().anyMatch(drop -> drop.reason() == reason)) {
        reasons.put(reason.id(), reason.text());
      }
    }
    node.set("lanes", timelines.json(size, this::place));
    if (sweep != null && sweep.isSwept()) {
      node.set("sweep", ReportedSweep.json(sweep));
    }
    run.probe(ChangelogProbe.class)
        .ifPresent(probe -> node.set("changelog", ReportedChangelog.json(probe.profile(), size)));
    ArrayNode plan = node.putArray("plan");
    run.plan().nodes().forEach(each -> plan.add(planNode(each)));
    node.set("settings", Settings.of(run));
    return node;
  }

  /** The first rows with a loss, and those that were lost by most. */
  private Set<Drop> listed(ReportSize size) {
    Ledger ledger = run.ledger();
    Set<Drop> listed =
        new LinkedHashSet<>(
            ledger.drops().subList(0, Math.min(size.drops(), ledger.drops().size())));
    ledger.worst().stream()
        .filter(drop -> drop.row() != null)
        .sorted(Comparator.comparingLong(drop -> drop.row().ordinal()))
        .forEach(listed::add);
    return listed;
  }

  private ObjectNode drop(Drop drop, ReportSize size) {
    ObjectNode node = DropJson.object();
    node.put("op", drop.node());
    node.put("why", drop.reason().id());
    if (!drop.reason().isLate()) {
      node.put("notLate", drop.reason().notLate());
    }
    node.put("whole", drop.whole());
    if (drop.row() != null) {
      node.put("source", drop.row().source());
      node.put("n", drop.row().ordinal());
    }
    FileRow there = drop.row() == null ? null : places.get(drop.row());
    place(node, there);
    boolean asInFile = there != null && !drop.retraction();
    node.put("row", size.cut(asInFile ? there.text() : text(drop.values())));
    node.put("time", drop.rowTime());
    node.put("watermark", shown(drop.watermark()));
    node.put("atEnd", drop.watermark() == Long.MAX_VALUE);
    node.put("by", setter(drop.setBy()));
    ArrayNode windows = node.putArray("windows");
    for (Window window : drop.missed().subList(0, Math.min(WINDOWS_OF_ROW, drop.missed().size()))) {
      windows.addArray().add(window.start()).add(window.end());
    }
    node.put("missed", drop.missed().size());
    node.put("late", drop.late());
    if (drop.keepingDelay().isPresent()) {
      node.put("keep", drop.keepingDelay().getAsLong());
    }
    return node;
  }

  /** A watermark that JSON's readers can hold; null before the first and after the last. */
  static Long shown(long watermark) {
    return watermark == Long.MIN_VALUE || watermark == Long.MAX_VALUE ? null : watermark;
  }

  private static String text(Map<String, String> values) {
    return values.values().stream()
        .map(value -> value == null ? "NULL" : value)
        .collect(Collectors.joining(", "));
  }

  private void place(ObjectNode node, FileRow there) {
    if (there != null) {
      node.put("file", files.get(there.file()));
      node.put("line", there.lines());
    }
  }

  /** A point's place in its file and its text, for the timeline. */
  private void place(ArrayNode point, SourceRow row, ReportSize size) {
    FileRow there = places.get(row);
    if (there != null) {
      point.add(files.get(there.file())).add(there.lines()).add(size.cut(there.text()));
      return;
    }
    String latest = run.probe(LatestRows.class).map(rows -> rows.text(row)).orElse(null);
    if (latest != null) {
      point.addNull().addNull().add(size.cut(latest));
    }
  }

  private String setter(SourceRow row) {
    if (row == null) {
      return null;
    }
    FileRow there = places.get(row);
    if (there == null) {
      return "row " + row.ordinal();
    }
    return there.place();
  }

  private ObjectNode planNode(PlanNode each) {
    ObjectNode node = DropJson.object();
    node.put("name", run.context().name(each));
    String description = each.description() == null ? each.name() : each.description();
    node.put("text", description.replaceFirst("^\\[\\d+]:", ""));
    ArrayNode from = node.putArray("from");
    List<Integer> inputs = new ArrayList<>();
    for (PlanInput input : each.inputs()) {
      for (PlanEdge edge : input.edges()) {
        inputs.add(run.plan().node(edge.sourceId()).index());
      }
    }
    inputs.forEach(from::add);
    return node;
  }
}
