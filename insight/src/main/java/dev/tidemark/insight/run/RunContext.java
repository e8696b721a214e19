package dev.tidemark.insight.run;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.LongColumn;
import dev.tidemark.columnar.data.RowView;
import dev.tidemark.columnar.observe.BatchObserver;
import dev.tidemark.columnar.observe.RowTurns;
import dev.tidemark.insight.audit.Auditors;
import dev.tidemark.insight.audit.Verdict;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.observe.ObservedNode;
import dev.tidemark.runtime.plan.Plan;
import dev.tidemark.runtime.plan.PlanNode;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/**
 * Where a run stands: which source row is on its way, and where event time stands at each operator.
 * Records are carried depth first, so there is one row on its way at any moment.
 */
public final class RunContext {
  private static final long NONE = Long.MIN_VALUE;

  private final Plan plan;
  private final RowValues values;
  private final List<String> names;
  private final Auditors auditors = new Auditors();
  private final Map<Integer, Verdict> verdicts = new HashMap<>();
  private final Map<Integer, NodePosition> positions = new HashMap<>();
  private final Map<Integer, NodePosition> emissions = new HashMap<>();
  private final Map<Integer, SourceFiles> files = new HashMap<>();

  /** The source of the last row that left one; -1 before the first. */
  private int source = -1;

  private long ordinal;
  private long[] ordinals;
  private Object value;
  private Long rowTime;

  /** The source that is read in columns; null for none. */
  private AtScan scan;

  private boolean onItsWay;
  private boolean ended;
  private int firing;

  RunContext(Plan plan) {
    this.plan = plan;
    this.values = new RowValues(plan::nodes);
    this.names = OperatorNames.of(plan);
    this.ordinals = new long[plan.nodes().size()];
  }

  /** What runs. */
  public Plan plan() {
    return plan;
  }

  /** Rows as texts. */
  public RowValues values() {
    return values;
  }

  /** The name of an operator, told apart from others of its kind. */
  public String name(PlanNode node) {
    return names.get(node.index());
  }

  /** The names of all operators, by their index. */
  public List<String> names() {
    return names;
  }

  /** What can be said about an operator; those above it are asked for first. */
  public Verdict verdict(ObservedNode node) {
    Verdict known = verdicts.get(node.plan().index());
    if (known == null) {
      known = auditors.judge(node);
      verdicts.put(node.plan().index(), known);
    }
    return known;
  }

  /** A zone other than UTC in which windows of this run begin and end; null for none. */
  ZoneId zoneOfWindows() {
    return verdicts.values().stream()
        .filter(verdict -> verdict instanceof Verdict.Audited audited && audited.windows() != null)
        .map(verdict -> ((Verdict.Audited) verdict).windows().zone())
        .filter(zone -> !zone.getId().equals("UTC"))
        .findFirst()
        .orElse(null);
  }

  /** Where event time stands at an operator. */
  public NodePosition position(ObservedNode node) {
    return position(node.plan());
  }

  /** Where event time stands at an operator; null for a source. */
  public NodePosition position(PlanNode node) {
    return positions.get(node.index());
  }

  /** The last watermark that an operator or a source has emitted. */
  public NodePosition emitted(PlanNode node) {
    return emissions.get(node.index());
  }

  /**
   * Whether what an operator handles now is the row on its way, or made from it. Otherwise it was
   * released by a watermark or a timer.
   */
  public boolean isRow() {
    return onItsWay && firing == 0;
  }

  /** The row on its way, or the one that caused what is happening now; null if none did. */
  public SourceRow row() {
    if (source < 0 || ended) {
      return null;
    }
    return row(source, ordinal);
  }

  /**
   * A row that has come earlier.
   *
   * @param ofSource index of its source in the plan
   * @param number among the source's rows, from 1
   */
  public SourceRow row(int ofSource, long number) {
    if (scan != null && scan.index == ofSource) {
      return scan.stretches.row(ofSource, number);
    }
    SourceFiles from = files.get(ofSource);
    return from == null ? new SourceRow(ofSource, number, null, 0) : from.row(ofSource, number);
  }

  /** What the source emitted for {@link #row()}. Valid during the row's turn. */
  public Object value() {
    return value;
  }

  /**
   * The event time of {@link #row()} as its watermark generator has read it, in epoch milliseconds;
   * null if none has. Valid during the row's turn.
   */
  public Long rowTime() {
    return scan != null && scan.index == source ? scan.time() : rowTime;
  }

  void rowTime(long time) {
    if (scan != null && scan.index == source) {
      scan.remember(time);
    } else {
      rowTime = time;
    }
  }

  /** Index of the plan node of the source whose row is on its way; -1 before the first. */
  public int source() {
    return source;
  }

  /** Number of the row on its way among those of its source, from 1. */
  public long ordinal() {
    return ordinal;
  }

  /** Rows that a source has emitted so far. */
  public long rowsOf(int sourceIndex) {
    return ordinals[sourceIndex];
  }

  void sourceEnds() {
    ended = true;
  }

  /**
   * The row with this place in a batch has its turn, where rows come in batches: see {@link
   * BatchObserver}.
   */
  public void at(Batch batch, int row) {
    scan.at(batch.origin(row));
  }

  /** Where the batch's rows have their event time. */
  void times(LongColumn times) {
    scan.times = times;
  }

  NodeObserver observe(ObservedNode node) {
    NodePosition emission = new NodePosition(1, this::row);
    emissions.put(node.plan().index(), emission);
    if (node.plan().isSource() && plan.isSubstituted(node.plan())) {
      scan = new AtScan(node.plan().index(), emission);
      return scan;
    }
    if (node.plan().isSource()) {
      SourceFiles from = SourceFiles.of(node.operator());
      if (from != null) {
        files.put(node.plan().index(), from);
      }
      return new AtSource(node.plan().index(), from, emission);
    }
    NodePosition position = new NodePosition(node.plan().inputs().size(), this::row);
    positions.put(node.plan().index(), position);
    return new AtNode(position, emission);
  }

  private void advance(NodePosition position, int input, Watermark watermark) {
    if (position.advance(input, watermark.getTimestamp())) {
      position.setBy(ended ? -1 : source, ordinal);
    }
  }

  /** Sees the watermarks that leave. */
  private abstract class Emitting implements NodeObserver {
    private final NodePosition emission;

    Emitting(NodePosition emission) {
      this.emission = emission;
    }

    @Override
    public void emitsWatermark(Watermark watermark) {
      advance(emission, 0, watermark);
    }
  }

  private final class AtSource extends Emitting {
    private final int index;
    private final SourceFiles from;

    AtSource(int index, SourceFiles from, NodePosition emission) {
      super(emission);
      this.index = index;
      this.from = from;
    }

    @Override
    public void emits(OutputTag<?> tag, StreamRecord<?> record) {
      source = index;
      ordinal = ++ordinals[index];
      value = record.getValue();
      rowTime = null;
      onItsWay = true;
      ended = false;
      if (from != null) {
        from.next();
      }
    }

    @Override
    public void emitted() {
      onItsWay = false;
    }
  }

  /** A source that is read in columns: it is told whose turn it is. */
  private final class AtScan extends Emitting implements BatchObserver, RowTurns {
    private final int index;
    private final RowView view = new RowView();
    private Batch batch;
    private LongColumn times;
    private long before;
    private final FileStretches stretches = new FileStretches();

    /** Times that the generator has read row by row. */
    private long[] remembered = {};

    private String file;

    AtScan(int index, NodePosition emission) {
      super(emission);
      this.index = index;
    }

    @Override
    public void begin(Batch scanned) {
      before = ordinals[index];
      batch = scanned;
      times = null;
      Arrays.fill(remembered, NONE);
      if (!scanned.file.equals(file)) {
        stretches.begin(before + 1, scanned.file, scanned.rowsBefore);
      }
      file = scanned.file;
    }

    @Override
    public void at(int row) {
      if (onItsWay && source == index && ordinal == before + row + 1) {
        return;
      }
      source = index;
      ordinal = before + row + 1;
      ordinals[index] = Math.max(ordinals[index], ordinal);
      value = view.at(batch, row);
      onItsWay = true;
      ended = false;
    }

    /** Of the row whose turn it is. */
    private Long time() {
      int row = (int) (ordinal - before) - 1;
      if (times != null) {
        return times.isNull(row) ? null : (Long) times.values[row];
      }
      return row >= remembered.length || remembered[row] == NONE ? null : (Long) remembered[row];
    }

    /** The time of the row whose turn it is, which may have another turn. */
    void remember(long time) {
      if (remembered.length < batch.rows) {
        remembered = new long[batch.rows];
        Arrays.fill(remembered, NONE);
      }
      remembered[(int) (ordinal - before) - 1] = time;
    }

    @Override
    public void rest() {
      ordinals[index] = before + batch.rows;
      onItsWay = false;
    }
  }

  private final class AtNode extends Emitting implements BatchObserver {
    private final NodePosition position;

    AtNode(NodePosition position, NodePosition emission) {
      super(emission);
      this.position = position;
    }

    @Override
    public void beforeWatermark(int input, Watermark watermark) {
      advance(position, input, watermark);
      firing++;
    }

    @Override
    public void afterWatermark(int input, Watermark watermark) {
      firing--;
    }

    @Override
    public void status(int input, WatermarkStatus status) {
      if (position.status(input, status.isIdle())) {
        position.setBy(ended ? -1 : source, ordinal);
      }
    }
  }
}
