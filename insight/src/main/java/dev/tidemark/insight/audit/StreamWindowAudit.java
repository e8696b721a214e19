package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Books;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.insight.ledger.Window;
import dev.tidemark.runtime.compat.OperatorFields;
import dev.tidemark.runtime.compat.WindowFields;
import dev.tidemark.runtime.observe.NodeObserver;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.windowing.assigners.MergingWindowAssigner;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Windows of the DataStream API: a window takes rows until its last millisecond and the allowed
 * lateness have passed. Whether a row was dropped whole is seen from Flink's counter or from the
 * side output; which windows it misses follows from WindowOperator#isWindowLate. A session is the
 * row's own, as in SQL. A row to which the assigner gives no window, such as one between sliding
 * windows that are shorter than their slide, is gone without being late, and Flink does not count
 * it.
 */
final class StreamWindowAudit implements NodeObserver {
  private final Books books;
  private final WindowAssigner<Object, ?> assigner;
  private final WindowAssigner.WindowAssignerContext clock;
  private final boolean merging;
  private final long allowedLateness;
  private final OutputTag<?> lateTag;
  private final Counter counter;
  private final Keys keys;
  private final SessionHistory history;
  private final List<Window> missed = new ArrayList<>();
  private final List<Window> sessions = new ArrayList<>();
  private long before;
  private long late;
  private boolean behindEnd;
  private boolean sentAside;
  private boolean emitted;
  private boolean anyWindow;

  StreamWindowAudit(Books books, AbstractStreamOperator<?> operator) {
    this.books = books;
    this.assigner = WindowFields.streamAssigner(operator);
    this.merging = assigner instanceof MergingWindowAssigner;
    this.allowedLateness = OperatorFields.number(operator, "allowedLateness");
    this.lateTag = WindowFields.lateTag(operator);
    this.counter = CounterAudit.counter(books, CounterAudit.LATE);
    this.keys = operator::getCurrentKey;
    this.history = merging ? new SessionHistory(end -> closesAt(end - 1)) : null;
    this.clock = clock(operator);
  }

  private static WindowAssigner.WindowAssignerContext clock(AbstractStreamOperator<?> operator) {
    return new WindowAssigner.WindowAssignerContext() {
      @Override
      public long getCurrentProcessingTime() {
        return operator.getProcessingTimeService().getCurrentProcessingTime();
      }
    };
  }

  /** The windows into which an operator puts rows. */
  static RowWindowing windowing(AbstractStreamOperator<?> operator) {
    WindowAssigner<Object, ?> assigner = WindowFields.streamAssigner(operator);
    return RowWindowing.stream(
        assigner,
        clock(operator),
        OperatorFields.number(operator, "allowedLateness"),
        assigner instanceof MergingWindowAssigner ? operator::getCurrentKey : null);
  }

  @Override
  public void beforeRecord(int input, StreamRecord<?> record) {
    before = counter.getCount();
    missed.clear();
    sessions.clear();
    late = 0;
    behindEnd = false;
    sentAside = false;
    emitted = false;
    anyWindow = false;
    if (!record.hasTimestamp()) {
      books.in(input, null);
      return;
    }
    books.in(input, record.getTimestamp());
    Collection<? extends org.apache.flink.streaming.api.windowing.windows.Window> windows =
        assigner.assignWindows(record.getValue(), record.getTimestamp(), clock);
    for (org.apache.flink.streaming.api.windowing.windows.Window window : windows) {
      anyWindow = true;
      long last = window.maxTimestamp();
      long closes = closesAt(last);
      if (merging) {
        sessions.add(RowWindowing.window(window));
      }
      if (closes <= books.watermark()) {
        missed.add(RowWindowing.window(window));
        late = Math.max(late, books.watermark() - closes + 1);
      } else {
        behindEnd |= last <= books.watermark();
      }
    }
    missed.sort(Comparator.comparingLong(Window::end));
  }

  private long closesAt(long last) {
    return Math.max(last, last + allowedLateness);
  }

  @Override
  public void emits(OutputTag<?> tag, StreamRecord<?> record) {
    sentAside |= lateTag != null && lateTag.equals(tag);
    emitted |= tag == null;
  }

  @Override
  public void afterRecord(int input, StreamRecord<?> record) {
    account(record);
    for (Window session : sessions) {
      history.add(keys.current(), session, books.watermark());
    }
  }

  private void account(StreamRecord<?> record) {
    boolean whole = sentAside || counter.getCount() != before;
    if (!anyWindow && !sentAside) {
      books.lose(
          DropReason.NO_WINDOW, record.getValue(), timeOf(record), List.of(), true, 0, false);
      return;
    }
    if (whole) {
      if (sessions.size() == 1) {
        late = history.late(keys.current(), sessions.get(0), books.watermark());
      }
      DropReason reason = sentAside ? DropReason.SIDE_OUTPUT : DropReason.DATASTREAM_WINDOW;
      lose(record, reason, true);
      return;
    }
    books.accept();
    if (merging) {
      // A row behind its own end has joined a session; a late one makes it fire again.
      if (emitted && (behindEnd || !missed.isEmpty())) {
        books.acceptLate();
      }
      return;
    }
    if (behindEnd) {
      books.acceptLate();
    }
    if (!missed.isEmpty()) {
      lose(record, DropReason.DATASTREAM_WINDOW, false);
    }
  }

  private void lose(StreamRecord<?> record, DropReason reason, boolean whole) {
    books.lose(
        reason,
        record.getValue(),
        timeOf(record),
        List.copyOf(missed),
        whole,
        Math.max(1, late),
        anyWindow);
  }

  private static Long timeOf(StreamRecord<?> record) {
    return record.hasTimestamp() ? (Long) record.getTimestamp() : null;
  }
}
