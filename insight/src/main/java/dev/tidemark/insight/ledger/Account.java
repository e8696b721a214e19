package dev.tidemark.insight.ledger;

import java.util.EnumMap;
import java.util.Map;

/**
 * The account of one operator that may drop rows. At any time rows in = accepted + dropped whole,
 * and one more while the operator handles a row.
 */
public final class Account {
  private final int node;
  private final String name;
  private final String description;
  private final Map<DropReason, Count> reasons = new EnumMap<>(DropReason.class);
  private long rowsIn;
  private long accepted;
  private long behindWatermark;
  private long droppedWhole;
  private long droppedInTime;
  private long contributionsLost;
  private long contributionsLostInTime;
  private long partlyLost;
  private long lateAccepted;
  private boolean ignoresWatermark;
  private boolean handling;

  private static final class Count {
    private long rows;
  }

  public Account(int node, String name, String description) {
    this.node = node;
    this.name = name;
    this.description = description;
  }

  /** A row has come. */
  void in(boolean behind) {
    rowsIn++;
    handling = true;
    if (behind) {
      behindWatermark++;
    }
  }

  /** Rows have come that are not behind the watermark, and are in the result, or will be. */
  void acceptInTime(int rows) {
    rowsIn += rows;
    accepted += rows;
  }

  /** The row is in the result, or will be. */
  void accept() {
    accepted++;
    handling = false;
  }

  /** The row came late and was accepted, because the operator allows lateness. */
  void acceptLate() {
    lateAccepted++;
  }

  /** Rows, or the parts of each in {@code windows} windows, are lost. */
  void lose(DropReason reason, boolean whole, int windows, long rows) {
    reasons.computeIfAbsent(reason, first -> new Count()).rows += rows;
    contributionsLost += windows * rows;
    if (reason.isInTime()) {
      contributionsLostInTime += windows * rows;
    }
    if (whole) {
      droppedWhole += rows;
      if (reason.isInTime()) {
        droppedInTime += rows;
      }
    } else {
      partlyLost += rows;
    }
  }

  /** Rows that have just been lost had lost other parts before. */
  void knownAsPartlyLost(long rows) {
    partlyLost -= rows;
  }

  void ignoreWatermark() {
    ignoresWatermark = true;
  }

  /** Rows that were accepted at first turn out to be lost. */
  void takeBack(long rows) {
    accepted -= rows;
  }

  /** Index of the operator in the plan. */
  public int node() {
    return node;
  }

  /** The operator's name. */
  public String name() {
    return name;
  }

  /** The operator at length: for SQL with its windows and keys. */
  public String description() {
    return description;
  }

  /** Rows that came. */
  public long rowsIn() {
    return rowsIn;
  }

  /** Rows that were not dropped whole. */
  public long accepted() {
    return accepted;
  }

  /** Rows whose event time was at or below the watermark when they came, dropped or not. */
  public long behindWatermark() {
    return behindWatermark;
  }

  /**
   * Rows that were dropped whole; also those that the operator sent to a side output for late rows,
   * because they are in none of its windows.
   */
  public long droppedWhole() {
    return droppedWhole;
  }

  /** Of {@link #droppedWhole()}, rows that were in time. */
  public long droppedInTime() {
    return droppedInTime;
  }

  /**
   * Pairs of a row and a window that the row should be in and is not; all windows of dropped rows.
   */
  public long contributionsLost() {
    return contributionsLost;
  }

  /** Of {@link #contributionsLost()}, those of rows that were in time for the window. */
  public long contributionsLostInTime() {
    return contributionsLostInTime;
  }

  /** Rows that are missing from some of their windows and count in others. */
  public long partlyLost() {
    return partlyLost;
  }

  /** Rows that came late and were accepted, because the operator allows lateness. */
  public long lateAccepted() {
    return lateAccepted;
  }

  /** Of {@link #droppedWhole()}, rows that went to a side output for late rows. */
  public long sentAside() {
    return reasons().getOrDefault(DropReason.SIDE_OUTPUT, 0L);
  }

  /** Whether the watermark plays no part: the operator drops only rows without an event time. */
  public boolean ignoresWatermark() {
    return ignoresWatermark;
  }

  /** Rows with a loss, by reason. */
  public Map<DropReason, Long> reasons() {
    Map<DropReason, Long> lost = new EnumMap<>(DropReason.class);
    reasons.forEach((reason, count) -> lost.put(reason, count.rows));
    return lost;
  }

  /** Whether anything was lost here. */
  public boolean hasLosses() {
    return !reasons.isEmpty();
  }

  /** The row that has just come has got its entry, if it is lost. */
  void handled() {
    handling = false;
  }

  /** Rows, one or none, that the operator was at when the run failed or was stopped. */
  public long onItsWay() {
    return rowsIn - accepted - droppedWhole;
  }

  /** Whether every row is accounted for, but for one that the operator is still at. */
  boolean balances() {
    return onItsWay() == (handling ? 1 : 0);
  }
}
