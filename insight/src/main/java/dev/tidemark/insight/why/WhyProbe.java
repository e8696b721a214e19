package dev.tidemark.insight.why;

import dev.tidemark.insight.audit.RowWindowing;
import dev.tidemark.insight.audit.Verdict;
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
import dev.tidemark.runtime.plan.PlanNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
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
  private boolean refused;

  /** Sources whose columns are not known before their first row. */
  private final Set<Integer> unknown = new TreeSet<>();

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
      refuseIfInVain();
    }
    return node.plan().isSource() ? new AtSource() : new AtNode(node, run.verdict(node));
  }

  /**
   * A question that no row of this job can answer is said to be wrong before the first row, or as
   * soon as each source has shown its columns.
   */
  private void refuseIfInVain() {
    if (wanted == null) {
      return;
    }
    for (PlanNode node : run.plan().nodes()) {
      if (node.isSource()) {
        List<String> inFile = files.columnsOf(node);
        List<String> known = inFile.isEmpty() ? values.columnsOf(node.index()) : inFile;
        columns.addAll(known);
        if (known.isEmpty()) {
          unknown.add(node.index());
        }
      }
    }
    refuseIfKnown();
  }

  private void refuseIfKnown() {
    if (unknown.isEmpty() && wanted.isRefusedBy(columns)) {
      refused = true;
      throw new NoSuchColumnException(wanted.column());
    }
  }

  /** Whether the job was ended at once, because no row of it can fit the question. */
  public boolean refused() {
    return refused;
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

  /** The columns that the sources' rows have, as far as they are known. */
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
      if (row.ordinal() == 1) {
        columns.addAll(all.keySet());
        if (unknown.remove(row.source())) {
          refuseIfKnown();
        }
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
    private final RowWindowing windows;
    private final FixedWindows waiting;
    private final Sessions sessions;
    private final WatermarkSteps history = new WatermarkSteps();
    private boolean emits;

    AtNode(ObservedNode node, Verdict verdict) {
      this.node = node;
      this.index = node.plan().index();
      this.windows = verdict instanceof Verdict.Audited audited ? audited.windows() : null;
      this.waiting = windows == null || windows.merges() ? null : new FixedWindows();
      this.sessions = windows == null || !windows.merges() ? null : new Sessions(windows);
      steps.put(index, history);
      if (windows != null) {
        open.put(index, windows.merges() ? sessions : waiting);
      }
    }

    @Override
    public void beforeRecord(int input, StreamRecord<?> record) throws Exception {
      long watermark = run.position(node).watermark();
      boolean follows = following != null && run.isRow();
      if (follows) {
        emits = false;
        Long time = windows == null ? null : windows.rowTime(record);
        following.add(
            new Story.Reached(
                index, time == null ? run.rowTime() : time, watermark, run.position(node).setBy()));
      }
      if (waiting == null) {
        return;
      }
      for (Window window : windows.of(input, record)) {
        long firesAt = windows.firesAt(window);
        waiting.add(window, firesAt, watermark);
        if (follows) {
          Belonging in = new Belonging.Fixed(window, firesAt, windows.closesAt(window));
          following.add(new Story.InWindow(index, in));
        }
      }
    }

    @Override
    public void emits(OutputTag<?> tag, StreamRecord<?> record) {
      emits = true;
    }

    @Override
    public void afterRecord(int input, StreamRecord<?> record) throws Exception {
      boolean follows = following != null && run.isRow();
      if (sessions != null) {
        // Only now the operator knows the row's key.
        for (Window own : windows.of(input, record)) {
          Belonging session = sessions.add(windows.key(), own);
          if (follows) {
            following.add(new Story.InWindow(index, session));
          }
        }
      } else if (follows && !emits && windows == null) {
        following.add(new Story.Ended(index));
      }
    }

    @Override
    public void beforeWatermark(int input, Watermark watermark) {
      long now = run.position(node).watermark();
      history.add(now, run.position(node).setBy());
      if (windows != null) {
        open.get(index).advance(now);
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
