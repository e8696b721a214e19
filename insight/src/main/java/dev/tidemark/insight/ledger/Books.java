package dev.tidemark.insight.ledger;

import dev.tidemark.insight.run.Delays;
import dev.tidemark.insight.run.NodePosition;
import dev.tidemark.insight.run.RowValues;
import dev.tidemark.insight.run.RunContext;
import dev.tidemark.insight.run.SourceRow;
import dev.tidemark.runtime.observe.ObservedNode;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.util.RowDataUtil;

/** Keeps the account of one operator and writes its drops into the ledger. */
public final class Books {
  private final ObservedNode node;
  private final RunContext run;
  private final Delays.Here delay;
  private final RowValues values;
  private final Ledger ledger;
  private final Account account;
  private final NodePosition position;
  private int input;

  Books(
      ObservedNode node,
      RunContext run,
      Delays delays,
      RowValues values,
      Ledger ledger,
      Account account) {
    this.node = node;
    this.run = run;
    this.delay = delays.here(node.plan());
    this.values = values;
    this.ledger = ledger;
    this.account = account;
    this.position = run.position(node);
  }

  /** The run that the operator is part of. */
  public RunContext run() {
    return run;
  }

  /** The operator. */
  public ObservedNode node() {
    return node;
  }

  /** How many rows the operator may keep in mind at a time because they may still be lost. */
  public int held() {
    return ledger.held();
  }

  /** The watermark at the operator, in epoch milliseconds. */
  public long watermark() {
    return position.watermark();
  }

  /** The watermark of one input, in epoch milliseconds. */
  public long watermark(int ofInput) {
    return position.watermark(ofInput);
  }

  /** The operator drops rows, but never because of the watermark. */
  public void ignoreWatermark() {
    account.ignoreWatermark();
  }

  /**
   * A row has come.
   *
   * @param atInput which input it came to
   * @param rowTime its event time in epoch milliseconds; null if the operator does not know it
   */
  public void in(int atInput, Long rowTime) {
    input = atInput;
    Long time = known(rowTime);
    account.in(time != null && time <= position.watermark());
  }

  /** Rows have come that the watermark has not reached, and are in the result, or will be. */
  public void acceptInTime(int rows) {
    account.acceptInTime(rows);
  }

  /** Where the operator does not know a row's time, the watermark generator does. */
  private Long known(Long rowTime) {
    return rowTime == null && run.isRow() ? run.rowTime() : rowTime;
  }

  /** The row is in the result, or will be. */
  public void accept() {
    account.accept();
  }

  /**
   * The row came behind the window's end and was accepted, because the operator allows lateness.
   */
  public void acceptLate() {
    account.acceptLate();
  }

  /**
   * The row that has just come is lost.
   *
   * @param record the row as the operator got it
   * @param rowTime its event time in epoch milliseconds; null if it has none
   * @param missed the windows that it misses
   * @param whole whether it is dropped whole
   * @param late by how many milliseconds the watermark was too far
   * @param delayHelps whether a larger watermark delay would have kept it
   */
  public void lose(
      DropReason reason,
      Object record,
      Long rowTime,
      List<Window> missed,
      boolean whole,
      long late,
      boolean delayHelps) {
    lose(reason, record, rowTime, missed.size(), () -> missed, whole, late, delayHelps);
  }

  /**
   * The row that has just come is lost.
   *
   * @param windows how many windows it misses
   * @param missed makes these windows, if anyone will read of the row
   * @see #lose(DropReason, Object, Long, List, boolean, long, boolean)
   */
  public void lose(
      DropReason reason,
      Object record,
      Long rowTime,
      int windows,
      Supplier<List<Window>> missed,
      boolean whole,
      long late,
      boolean delayHelps) {
    account.lose(reason, whole, windows, 1);
    if (whole) {
      account.handled();
    }
    if (run.isRow()) {
      ledger.tellLoss(run.source(), run.ordinal(), whole);
    }
    if (reason.isLate()) {
      ledger.tellTooLate(account.node(), whole, windows, late);
    }
    boolean retraction = run.isRow() && isRetraction(record);
    if (run.isRow() && !retraction) {
      ledger.lostRows().add(run.source(), run.ordinal(), whole);
    } else {
      ledger.lostRows().addOthers(1, whole ? 1 : 0);
    }
    OptionalLong now = delayHelps ? delay.now() : OptionalLong.empty();
    if (!ledger.loses(reason, late, now)) {
      return;
    }
    SourceRow row = run.isRow() ? run.row() : null;
    List<Window> all = missed.get();
    write(reason, row, retraction, valuesNow(record), known(rowTime), all, whole, late, now);
  }

  /**
   * Rows that came earlier, and were accepted, are lost. {@link #tellEarlier} follows for those of
   * them that are known.
   *
   * @param rows how many
   * @param missed the windows that each of them misses
   * @param whole whether they are in no window at all
   * @param again whether they were lost for other windows before, so that they have been counted
   */
  public void loseEarlier(
      DropReason reason, long rows, List<Window> missed, boolean whole, boolean again) {
    if (whole) {
      account.takeBack(rows);
    }
    account.lose(reason, whole, missed.size(), rows);
    if (again) {
      account.knownAsPartlyLost(rows);
    }
    ledger.lostRows().addOthers(again ? 0 : rows, whole ? rows : 0);
    ledger.losesInTime(reason, rows);
  }

  /**
   * One of the rows of {@link #loseEarlier}.
   *
   * @param row where it came from; null if it was not a source's row
   * @param retraction whether it takes back an older row
   * @param shown its values; empty if they are not known any more
   */
  public void tellEarlier(
      DropReason reason,
      SourceRow row,
      boolean retraction,
      Map<String, String> shown,
      Long rowTime,
      List<Window> missed,
      boolean whole) {
    ledger.knows();
    if (row != null) {
      ledger.tellLoss(row.source(), row.ordinal(), whole);
    }
    if (ledger.reads(0)) {
      write(reason, row, retraction, shown, rowTime, missed, whole, 0, OptionalLong.empty());
    }
  }

  /**
   * The values of the row that has just come, for {@link #tellEarlier}: the whole row as it left
   * its source, or the operator's if it is another one, such as the old version of an updated row.
   */
  public Map<String, String> valuesNow(Object record) {
    return run.isRow() && !isRetraction(record)
        ? values.ofSource(run.row().source(), run.value())
        : values.of(node, input, record);
  }

  /** Whether a record takes back a row other than the one that has just left its source. */
  public boolean isRetraction(Object record) {
    return record instanceof RowData row
        && RowDataUtil.isRetractMsg(row)
        && !(run.value() instanceof RowData source && source.getRowKind() == row.getRowKind());
  }

  private void write(
      DropReason reason,
      SourceRow row,
      boolean retraction,
      Map<String, String> shown,
      Long rowTime,
      List<Window> missed,
      boolean whole,
      long late,
      OptionalLong delayNow) {
    ledger.dropped(
        new Drop(
            node.plan().index(),
            reason,
            row,
            retraction,
            shown,
            rowTime,
            position.watermark(),
            position.setBy(),
            missed,
            whole,
            late,
            delayNow.isPresent() ? OptionalLong.of(delayNow.getAsLong() + late) : delayNow));
  }
}
