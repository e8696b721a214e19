package dev.tidemark.insight.ledger;

import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.SourceRow;
import dev.tidemark.insight.source.FileRow;
import dev.tidemark.insight.source.FileRows;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** The verdict on a run as JSON; docs/json.md describes the fields. */
public final class VerdictJson {
  /** Version of the document that {@code tidemark drops --format json} prints. */
  public static final String SCHEMA = "tidemark.drops/1";

  private VerdictJson() {}

  /** One run: conclusion, accounts and rows. */
  public static ObjectNode of(String statement, RunInsight run) {
    Ledger ledger = run.ledger();
    ObjectNode node = DropJson.object();
    node.put("statement", statement);
    node.put("conclusion", VerdictText.conclusion(run));
    DropJson.end(node, run.end());
    node.put("dropped_whole", ledger.droppedWhole());
    node.put("rows_lost", ledger.lostRows().any());
    node.put("rows_judged", run.rowsJudged());
    KeepingAll keeping = ledger.keepingAll();
    if (keeping.delay().isPresent()) {
      node.put("keeping_delay_ms", keeping.delay().getAsLong());
      node.put("delay_now_ms", keeping.now());
    } else {
      node.putNull("keeping_delay_ms");
      node.putNull("delay_now_ms");
    }
    ArrayNode accounts = node.putArray("operators");
    ledger.accounts().forEach(account -> accounts.add(DropJson.account(account)));
    ArrayNode notAudited = node.putArray("not_audited");
    ledger.notAudited().forEach(unknown -> notAudited.add(DropJson.notAudited(unknown)));
    ArrayNode drops = node.putArray("rows");
    List<String> names = run.context().names();
    Map<SourceRow, FileRow> found = FileRows.find(run.plan(), rows(ledger.drops()));
    for (Drop drop : ledger.drops()) {
      drops.add(DropJson.drop(names, drop, found.get(drop.row()), found.get(drop.setBy())));
    }
    node.put("rows_left_out", ledger.dropCount() - ledger.drops().size());
    node.put("rows_only_counted", ledger.onlyCounted());
    return node;
  }

  private static List<SourceRow> rows(List<Drop> drops) {
    return drops.stream()
        .flatMap(drop -> Stream.of(drop.row(), drop.setBy()))
        .filter(Objects::nonNull)
        .sorted(Comparator.comparingLong(SourceRow::ordinal))
        .toList();
  }
}
