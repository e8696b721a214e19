package dev.tidemark.insight.ledger;

import java.util.Locale;

/** Why a row, or its part in a window, is not in a result: one value for each place in Flink. */
public enum DropReason {
  /** TUMBLE, HOP, CUMULATE: the window's end − 1 ms is at or below the watermark. */
  WINDOW_AGGREGATE("the window had been emitted"),
  /** SESSION: the session that the row belongs to, after merging, had been emitted. */
  SESSION_WINDOW("the session had been emitted"),
  /** Deduplication inside a window. */
  WINDOW_DEDUPLICATE("the window had been emitted"),
  /** Top-N inside a window. */
  WINDOW_RANK("the window had been emitted"),
  /** Join of windows. */
  WINDOW_JOIN("the window had been emitted"),
  /** GROUP BY TUMBLE(…), HOP(…), SESSION(…), the older syntax. */
  GROUP_WINDOW("the window had been emitted"),
  /** WindowOperator of the DataStream API: the window's end + allowed lateness has passed. */
  DATASTREAM_WINDOW("the window and its allowed lateness were over"),
  /** Interval join of the DataStream API: below the watermark. */
  DATASTREAM_INTERVAL_JOIN("the watermark had passed the row's time"),
  /**
   * Late for a window or an interval join of the DataStream API, and sent to the side output for
   * late rows: missing from the result, but not gone.
   */
  SIDE_OUTPUT("late, sent to the side output for late rows"),
  /** OVER with a bounded frame: not after the key's last emitted row time. */
  OVER_BOUNDED("rows of that key and a later time had been emitted"),
  /** OVER with an unbounded frame: at or below the watermark. */
  OVER_UNBOUNDED("the watermark had passed the row's time"),
  /** Deduplication that keeps the first row by row time: below the watermark. */
  DEDUPLICATE_KEEP_FIRST("the watermark had passed the row's time"),
  /** SQL's interval join: too late to be kept for rows of the other side. */
  INTERVAL_JOIN("too late to wait for rows of the other side"),
  /** ORDER BY row time: not after the last emitted row time. */
  ROW_TIME_SORT("rows of a later time had been emitted"),
  /** MATCH_RECOGNIZE: at or below the watermark. */
  MATCH_RECOGNIZE("the watermark had passed the row's time"),
  /** A process table function whose input is sorted by time: at or below the watermark. */
  PROCESS_TABLE_FUNCTION("the watermark had passed the row's time"),
  /**
   * In time, and lost all the same: a window aggregation hands over the rows that it has buffered
   * only when the watermark passes a multiple of the window's size in UTC, and by then the window,
   * which is aligned in another zone, has been emitted without them (FLINK-38075).
   */
  FLUSH_BOUNDARY("in time, lost by Flink's flush boundary (FLINK-38075)"),
  /** DataStream windows: the assigner gave the row no window, for example between two of them. */
  NO_WINDOW("the window assigner gave it no window"),
  /** A window function got a row whose event time is NULL. */
  NULL_ROW_TIME("it has no event time, and a window function drops such rows");

  private final String text;

  DropReason(String text) {
    this.text = text;
  }

  /** The reason in words. */
  public String text() {
    return text;
  }

  /** The reason's name in files. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether the row came too late, so that a larger watermark delay helps. */
  public boolean isLate() {
    return notLate() == null;
  }

  /** In two words what such a row is instead of late; null if it is late. */
  public String notLate() {
    return switch (this) {
      case FLUSH_BOUNDARY -> "in time";
      case NULL_ROW_TIME -> "no time";
      case NO_WINDOW -> "no window";
      default -> null;
    };
  }

  /** Whether the row was in time and lost all the same. */
  public boolean isInTime() {
    return this == FLUSH_BOUNDARY;
  }
}
