package dev.tidemark.insight.why;

import dev.tidemark.insight.audit.RowWindows;
import dev.tidemark.insight.ledger.Drop;
import dev.tidemark.insight.ledger.Window;
import dev.tidemark.insight.run.Probe;
import dev.tidemark.insight.run.RowValues;
import dev.tidemark.insight.run.RunContext;
import dev.tidemark.insight.run.SourceRow;
import dev.tidemark.insight.source.FileRow;
import dev.tidemark.insight.source.FileRows;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.observe.ObservedNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.OutputTag;

/** Follows the rows that a question is about, and event time at every operator. */
public final class WhyProbe implements Probe {
  /** Rows to tell the story of; more may fit the question. */
  static final int STORIES = 10;

  private final WantedRow wanted;
  private final List<Story> stories = new ArrayList<>();
  private final Map<Integer, WatermarkSteps> steps = new TreeMap<>();
  private final Map<Integer, OpenWindows> open = new TreeMap<>();
  private final Map<Integer, Long> emitted = new TreeMap<>();
  private final Set<String> columns = new TreeSet<>();
  private RunContext run;
  private RowValues values;
  private FileRows files;
  private Story following;
  private long matches;

  /**
   * @param wanted which rows; null for none, only the state at the end
   */
  public WhyProbe(WantedRow wanted) {
    this.wanted = wanted;
  }

  @Override
  public boolean followsDrops() {
    return wanted != null;
  }

  @Override
  public void dropped(Drop drop) {
    if (following != null && run.isRow()) {
      following.add(new Story.Lost(drop));
    } else if (drop.row() != null) {
      stories.stream()
          .filter(story -> story.row().equals(drop.row()))
          .forEach(story -> story.add(new Story.Lost(drop)));
    }
  }

  @Override
  public NodeObserver observe(ObservedNode node, RunContext context) {
    if (run == null) {
      run = context;
      files = new FileRows(context.plan());
      values = context.values();
    }
    return node.plan().isSource() ? new AtSource() : new AtNode(node);
  }

  @Override
  public void over(boolean complete) {
    if (files != null) {
      files.close();
    }
  }

  /** The rows' stories, in the order in which they came. */
  public List<Story> stories() {
    return stories;
  }

  /** Rows that fit the question, told or not. */
  public long matches() {
    return matches;
  }

  /** The columns that the sources' rows have. */
  public Set<String> columns() {
    return columns;
  }

  WatermarkSteps steps(int node) {
    return steps.get(node);
  }

  /** By index of the operator: its windows that were open before the input ended. */
  Map<Integer, OpenWindows> open() {
    return open;
  }

  /**
   * By index of the operator: the last watermark that a generator made, before the end of input.
   */
  Map<Integer, Long> emitted() {
    return emitted;
  }

  private final class AtSource implements NodeObserver {
    @Override
    public void emits(OutputTag<?> tag, StreamRecord<?> record) {
      following = null;
      if (wanted == null) {
        return;
      }
      SourceRow row = run.row();
      FileRow there = files.find(row);
      Map<String, String> all =
          there == null || there.values().isEmpty()
              ? values.ofSource(row.source(), record.getValue())
              : there.values();
      if (columns.isEmpty() || row.ordinal() == 1) {
        columns.addAll(all.keySet());
      }
      if (wanted.is(row.ordinal(), all, there) && ++matches <= STORIES) {
        following = new Story(row, there, new LinkedHashMap<>(all));
        stories.add(following);
      }
    }

    @Override
    public void emitted() {
      following = null;
    }
  }

  private final class AtNode implements NodeObserver {
    private final ObservedNode node;
    private final int index;
    private final RowWindows windows;
    private final OpenWindows waiting;
    private final WatermarkSteps history = new WatermarkSteps();
    private boolean emits;

    AtNode(ObservedNode node) {
      this.node = node;
      this.index = node.plan().index();
      this.windows = RowWindows.of(node);
      this.waiting = windows == null ? null : new OpenWindows(windows);
      steps.put(index, history);
      if (waiting != null) {
        open.put(index, waiting);
      }
    }

    @Override
    public void beforeRecord(int input, StreamRecord<?> record) {
      List<Window> of = List.of();
      if (windows != null) {
        of = windows.of((RowData) record.getValue());
        long watermark = run.position(node).watermark();
        of.forEach(window -> waiting.add(window, watermark));
      }
      if (following == null || !run.isRow()) {
        return;
      }
      emits = false;
      following.add(
          new Story.Reached(index, run.position(node).watermark(), run.position(node).setBy()));
      for (Window window : of) {
        Long rowTime = windows.rowTime((RowData) record.getValue());
        following.add(new Story.InWindow(index, window, rowTime, windows.firesAt(window)));
      }
    }

    @Override
    public void emits(OutputTag<?> tag, StreamRecord<?> record) {
      emits = true;
    }

    @Override
    public void afterRecord(int input, StreamRecord<?> record) {
      if (following != null && run.isRow() && !emits && windows == null) {
        following.add(new Story.Ended(index));
      }
    }

    @Override
    public void beforeWatermark(int input, Watermark watermark) {
      long now = run.position(node).watermark();
      history.add(now, run.position(node).setBy());
      if (waiting != null) {
        waiting.advance(now);
      }
    }

    @Override
    public void emitsWatermark(Watermark watermark) {
      if (watermark.getTimestamp() != Long.MAX_VALUE) {
        emitted.put(index, watermark.getTimestamp());
      }
    }
  }
}
