package dev.tidemark.insight.live;

import dev.tidemark.insight.run.Probe;
import dev.tidemark.insight.run.RunContext;
import dev.tidemark.insight.run.SourceRow;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.observe.ObservedNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * What the last rows of each source were, where they are not from files: what somebody has typed,
 * for one, can be read nowhere else.
 */
public final class LatestRows implements Probe {
  /** Rows of each source that are kept. */
  static final int KEPT = 100;

  private final Map<Integer, Deque<Row>> sources = new HashMap<>();

  private record Row(long ordinal, Map<String, String> values) {}

  @Override
  public NodeObserver observe(ObservedNode node, RunContext context) {
    return node.plan().isSource() ? new AtSource(node.plan().index(), context) : null;
  }

  /**
   * What a row was; null if it is not among the last ones, or from a file.
   *
   * @param row the row as it left its source
   */
  public String text(SourceRow row) {
    Deque<Row> rows = sources.get(row.source());
    return rows == null
        ? null
        : rows.stream()
            .filter(each -> each.ordinal == row.ordinal())
            .findFirst()
            .map(LatestRows::text)
            .orElse(null);
  }

  private static String text(Row row) {
    return row.values.values().stream()
        .map(value -> value == null ? "NULL" : value)
        .collect(Collectors.joining(", "));
  }

  private final class AtSource implements NodeObserver {
    private final int index;
    private final RunContext run;
    private Boolean fromFiles;

    AtSource(int index, RunContext run) {
      this.index = index;
      this.run = run;
    }

    @Override
    public void emits(OutputTag<?> tag, StreamRecord<?> record) {
      if (fromFiles == null) {
        fromFiles = run.row() != null && run.row().file() != null;
      }
      if (fromFiles) {
        return;
      }
      Deque<Row> rows = sources.computeIfAbsent(index, source -> new ArrayDeque<>());
      rows.addLast(new Row(run.rowsOf(index), run.values().ofSource(index, record.getValue())));
      if (rows.size() > KEPT) {
        rows.removeFirst();
      }
    }
  }
}
