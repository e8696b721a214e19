package dev.tidemark.insight.ledger;

import dev.tidemark.insight.run.SourceRow;
import dev.tidemark.insight.source.FileRow;
import dev.tidemark.insight.text.Times;
import dev.tidemark.runtime.observe.RunEnd;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** Drops and accounts as JSON; docs/json.md describes the fields. */
public final class DropJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private DropJson() {}

  /** An empty object. */
  public static ObjectNode object() {
    return JSON.createObjectNode();
  }

  /**
   * A dropped row.
   *
   * @param names of the plan's operators, by index
   * @param there where it stands in its file; null if unknown
   * @param setByThere where the row stands that set the watermark; null if unknown
   */
  public static ObjectNode drop(List<String> names, Drop drop, FileRow there, FileRow setByThere) {
    ObjectNode node = object();
    node.put("operator", names.get(drop.node()));
    node.put("reason", drop.reason().id());
    node.put("whole", drop.whole());
    node.set("source", drop.row() == null ? null : source(names, drop.row(), there));
    node.put("retraction", drop.retraction());
    boolean asInFile = there != null && !there.values().isEmpty() && !drop.retraction();
    node.set("row", row(asInFile ? there.values() : drop.values()));
    time(node, "row_time", drop.rowTime());
    time(node, "watermark", drop.watermark());
    node.set(
        "watermark_set_by", drop.setBy() == null ? null : source(names, drop.setBy(), setByThere));
    ArrayNode missed = node.putArray("missed_windows");
    for (Window window : drop.missed()) {
      ObjectNode each = missed.addObject();
      time(each, "start", window.start());
      time(each, "end", window.end());
    }
    node.put("late_ms", drop.late());
    if (drop.keepingDelay().isPresent()) {
      node.put("keeping_delay_ms", drop.keepingDelay().getAsLong());
    } else {
      node.putNull("keeping_delay_ms");
    }
    return node;
  }

  /**
   * Writes a time as a text, and beside it exactly.
   *
   * @param millis epoch milliseconds; null for none, and then both fields are
   */
  public static void time(ObjectNode node, String name, Long millis) {
    if (millis == null) {
      node.putNull(name);
      node.putNull(name + "_ms");
    } else {
      node.put(name, Times.text(millis));
      node.put(name + "_ms", millis);
    }
  }

  /**
   * A source row: its source, its number and where it stands.
   *
   * @param names of the plan's operators, by index
   */
  public static ObjectNode source(List<String> names, SourceRow row, FileRow there) {
    ObjectNode node = object();
    node.put("name", names.get(row.source()));
    node.put("ordinal", row.ordinal());
    if (there != null) {
      node.put("file", there.file());
      node.put("line", there.line());
      node.put("last_line", there.lastLine());
      node.put("text", there.text());
    } else if (row.file() != null) {
      node.put("file", row.file());
      node.put("file_ordinal", row.fileOrdinal());
    }
    return node;
  }

  private static ObjectNode row(Map<String, String> values) {
    ObjectNode node = object();
    values.forEach(node::put);
    return node;
  }

  /** Writes how a run ended: whether it came to its end, and if not, what stopped it. */
  public static void end(ObjectNode node, RunEnd end) {
    node.put("complete", end == RunEnd.FINISHED);
    node.put("ended", ended(end));
  }

  /** How a run ended, in a word for programs. */
  public static String ended(RunEnd end) {
    return end.name().toLowerCase(Locale.ROOT);
  }

  /** The account of an operator. */
  public static ObjectNode account(Account account) {
    ObjectNode node = object();
    node.put("operator", account.name());
    node.put("description", account.description());
    node.put("rows_in", account.rowsIn());
    node.put("accepted", account.accepted());
    node.put("behind_watermark", account.behindWatermark());
    node.put("dropped_whole", account.droppedWhole());
    node.put("dropped_in_time", account.droppedInTime());
    node.put("partly_lost", account.partlyLost());
    node.put("contributions_lost", account.contributionsLost());
    node.put("contributions_lost_in_time", account.contributionsLostInTime());
    node.put("accepted_late", account.lateAccepted());
    ObjectNode reasons = node.putObject("rows_by_reason");
    account.reasons().forEach((reason, count) -> reasons.put(reason.id(), count));
    return node;
  }

  /** An operator about which nothing can be said. */
  public static ObjectNode notAudited(Ledger.NotAudited unknown) {
    ObjectNode node = object();
    node.put("operator", unknown.name());
    node.put("why", unknown.why());
    return node;
  }

  /** A share in percent, for messages. */
  public static String percent(long part, long all) {
    return String.format(Locale.ROOT, "%.1f %%", all == 0 ? 0.0 : 100.0 * part / all);
  }
}
