package dev.tidemark.insight.why;

import dev.tidemark.insight.ledger.Drop;
import dev.tidemark.insight.run.SourceRow;
import dev.tidemark.insight.source.FileRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What happened to one source row, in order. */
public final class Story {
  private final SourceRow row;
  private final FileRow there;
  private final Map<String, String> values;
  private final List<Event> events = new ArrayList<>();

  /** Something that happened to the row. */
  public sealed interface Event {}

  /**
   * It came to an operator.
   *
   * @param rowTime its event time in epoch milliseconds; null if none is known there
   * @param watermark where event time stood there, in epoch milliseconds
   * @param setBy the row that had moved it there; null if none
   */
  public record Reached(int node, Long rowTime, long watermark, SourceRow setBy) implements Event {}

  /** It belongs to a window. */
  public record InWindow(int node, Belonging in) implements Event {}

  /** It was dropped, whole or for some windows. */
  public record Lost(Drop drop) implements Event {}

  /** An operator let nothing of it through at that moment. */
  public record Ended(int node) implements Event {}

  Story(SourceRow row, FileRow there, Map<String, String> values) {
    this.row = row;
    this.there = there;
    this.values = values;
  }

  /** In the order in which it happened: a drop may be told before what led to it. */
  void add(Event event) {
    int at = events.size();
    while (at > 0 && events.get(at - 1) instanceof Lost lost && leadsTo(event, lost)) {
      at--;
    }
    events.add(at, event);
  }

  private static boolean leadsTo(Event event, Lost lost) {
    int node = lost.drop().node();
    return (event instanceof Reached reached && reached.node() == node)
        || (event instanceof InWindow in && in.node() == node);
  }

  /** The row. */
  public SourceRow row() {
    return row;
  }

  /** Where it stands in its file; null if it is not from one. */
  public FileRow there() {
    return there;
  }

  /** What it holds. */
  public Map<String, String> values() {
    return values;
  }

  /** What happened, in order. */
  public List<Event> events() {
    return events;
  }
}
