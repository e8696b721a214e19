package dev.tidemark.columnar.window;

import java.io.Serializable;
import org.apache.flink.table.runtime.operators.window.TimeWindow;

/**
 * Which windows there are, and of which slices they are made: TUMBLE, HOP and CUMULATE as Flink's
 * SliceAssigners. A window and a slice are told by their end. Times are milliseconds of the zone's
 * local time.
 *
 * @param kind which of the three
 * @param size length of the (longest) window
 * @param slice length of a slice
 * @param offset by how much windows are moved from 1970
 * @param attached whether rows come with a window of this kind, each of which is a slice then: as
 *     Flink's WindowedSliceAssigner
 */
public record SlicedWindow(Kind kind, long size, long slice, long offset, boolean attached)
    implements Serializable {

  /** Windows of this kind that rows come with. */
  public SlicedWindow toBeAttached() {
    return new SlicedWindow(kind, size, slice, offset, true);
  }

  /** How windows are made of slices. */
  public Kind sharing() {
    return attached ? Kind.TUMBLE : kind;
  }

  /** The window functions. */
  public enum Kind {
    /** A window is a slice. */
    TUMBLE,
    /** When a window goes out, its slices are put together; the first one is not needed again. */
    HOP,
    /** Slices are added to the first one, which holds the longest window so far. */
    CUMULATE
  }

  /** The start of a window. */
  public long start(long end) {
    return kind == Kind.CUMULATE
        ? TimeWindow.getWindowStartWithOffset(end - 1, offset, size)
        : end - size;
  }

  /** The last window that a slice belongs to. */
  public long last(long sliceEnd) {
    return switch (sharing()) {
      case TUMBLE -> sliceEnd;
      case HOP -> sliceEnd - slice + size;
      case CUMULATE -> start(sliceEnd) + size;
    };
  }

  /** The first slice of a window. */
  public long first(long end) {
    return start(end) + slice;
  }

  /** The slice that a row goes to which is late, but not for all windows: sliceStateMergeTarget. */
  public long target(long sliceEnd) {
    return sharing() == Kind.CUMULATE ? first(sliceEnd) : sliceEnd;
  }
}
