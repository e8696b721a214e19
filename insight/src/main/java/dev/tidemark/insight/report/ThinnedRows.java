package dev.tidemark.insight.report;

import dev.tidemark.insight.run.SourceRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * The rows of one source in the order in which they came, in bounded memory: rows that follow each
 * other share a bucket, and of each bucket the earliest and the latest are kept, so that extremes
 * stay. Buckets grow with the input, by two and two; while each has one row, nothing is left out.
 */
final class ThinnedRows {
  private final Point[] earliest;
  private final Point[] latest;
  private final long[] watermarks;
  private long width = 1;
  private long rows;
  private long behind;

  /**
   * A row that was kept.
   *
   * @param time its event time, in epoch milliseconds
   * @param watermark what it was when the row came; {@link Long#MIN_VALUE} before the first
   * @param loss what of it was lost
   */
  record Point(SourceRow row, long time, long watermark, Loss loss) {
    private Point with(Loss now) {
      return now.compareTo(loss) > 0 ? new Point(row, time, watermark, now) : this;
    }

    /** Whether the watermark had reached the row's time. */
    boolean isBehind() {
      return time <= watermark;
    }
  }

  /** What of a row was lost. */
  enum Loss {
    NOTHING(0),
    SOME_WINDOWS(1),
    WHOLE(2);

    private final int code;

    Loss(int code) {
      this.code = code;
    }

    /** As report.js knows it. */
    int code() {
      return code;
    }
  }

  /**
   * What the watermark became.
   *
   * @param ordinal number of the row after which it did
   */
  record Step(long ordinal, long watermark) {}

  /**
   * @param buckets how many there may be, an even number
   */
  ThinnedRows(int buckets) {
    earliest = new Point[buckets];
    latest = new Point[buckets];
    watermarks = new long[buckets];
    Arrays.fill(watermarks, Long.MIN_VALUE);
  }

  /**
   * A row has come.
   *
   * @param ordinal its number in the source, from 1; larger than any before
   * @param row asked only if the row is kept
   */
  void add(long ordinal, long time, long watermark, Supplier<SourceRow> row) {
    rows++;
    if (time <= watermark) {
      behind++;
    }
    int bucket = bucket(ordinal);
    boolean isEarliest = earliest[bucket] == null || time < earliest[bucket].time;
    boolean isLatest = latest[bucket] == null || time > latest[bucket].time;
    if (isEarliest || isLatest) {
      Point point = new Point(row.get(), time, watermark, Loss.NOTHING);
      earliest[bucket] = isEarliest ? point : earliest[bucket];
      latest[bucket] = isLatest ? point : latest[bucket];
    }
  }

  /** A row was lost that has come before. */
  void lost(long ordinal, boolean whole) {
    Loss loss = whole ? Loss.WHOLE : Loss.SOME_WINDOWS;
    int bucket = bucket(ordinal);
    earliest[bucket] = marked(earliest[bucket], ordinal, loss);
    latest[bucket] = marked(latest[bucket], ordinal, loss);
  }

  private static Point marked(Point point, long ordinal, Loss loss) {
    return point != null && point.row.ordinal() == ordinal ? point.with(loss) : point;
  }

  /** The watermark has risen while a row was on its way. */
  void watermark(long ordinal, long watermark) {
    watermarks[bucket(Math.max(1, ordinal))] = watermark;
  }

  private int bucket(long ordinal) {
    while ((ordinal - 1) / width >= earliest.length) {
      thin();
    }
    return (int) ((ordinal - 1) / width);
  }

  /** Keeps at most so many rows, but two at least. */
  void thinTo(int most) {
    while (points().size() > Math.max(2, most)) {
      thin();
    }
  }

  /** Makes one bucket of every two. */
  private void thin() {
    width *= 2;
    int half = earliest.length / 2;
    for (int i = 0; i < earliest.length; i++) {
      boolean stays = i < half;
      earliest[i] = stays ? earlier(earliest[2 * i], earliest[2 * i + 1]) : null;
      latest[i] = stays ? later(latest[2 * i], latest[2 * i + 1]) : null;
      watermarks[i] = stays ? Math.max(watermarks[2 * i], watermarks[2 * i + 1]) : Long.MIN_VALUE;
    }
  }

  private static Point earlier(Point a, Point b) {
    return b == null || (a != null && a.time <= b.time) ? a : b;
  }

  private static Point later(Point a, Point b) {
    return b == null || (a != null && a.time >= b.time) ? a : b;
  }

  /** Rows that came with an event time. */
  long rows() {
    return rows;
  }

  /** Of these, rows whose time the watermark had reached. */
  long behind() {
    return behind;
  }

  /** How many rows that follow each other share a bucket. */
  long width() {
    return width;
  }

  /** The rows that were kept, in the order in which they came. */
  List<Point> points() {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < earliest.length; i++) {
      Point first = earliest[i];
      Point second = latest[i];
      if (first == null) {
        continue;
      }
      boolean swap = second.row().ordinal() < first.row().ordinal();
      points.add(swap ? second : first);
      if (!second.equals(first)) {
        points.add(swap ? first : second);
      }
    }
    return points;
  }

  /** How the watermark rose; after buckets where it is not known row by row. */
  List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < watermarks.length; i++) {
      if (watermarks[i] != Long.MIN_VALUE) {
        steps.add(new Step((i + 1) * width, watermarks[i]));
      }
    }
    return steps;
  }
}
