package dev.tidemark.columnar.data;

import java.util.Arrays;

/**
 * Rows in order of arrival, and the watermarks between them. A filter does not move rows: it leaves
 * a list of those that are still meant.
 */
public final class Batch {
  public final Column[] columns;

  /** How many rows the columns hold. */
  public int rows;

  /** The rows that are meant, in rising order; null if all are. */
  public int[] selected;

  /** How many rows are meant. */
  public int count;

  /**
   * What each row does to the result, as the values of Flink's RowKind; null if all are inserted.
   */
  public byte[] kinds;

  /** How many watermarks there are between the rows. */
  public int marks;

  /** After which row each watermark comes, in rising order: -1 is before the first. */
  public int[] markRows = new int[16];

  /** The watermarks, in milliseconds. */
  public long[] markTimes = new long[16];

  /** Which row of the scan's batch has moved event time to each watermark. */
  public int[] markOrigins = new int[16];

  /**
   * Which row of the scan's batch each row comes from; null if it has the same place there, and
   * where nobody wants to know.
   */
  public int[] origins;

  /** Which rows are the first that a row has caused; null where nobody wants to know. */
  public boolean[] starts;

  /** A row that could not be handled, behind those that are meant; -1 for none. */
  public int failing = -1;

  /** The file that a scan's rows are from; null where they are not a scan's. */
  public String file;

  /** How many rows of the file come before those of a scan's batch. */
  public long rowsBefore;

  public Batch(Column[] columns) {
    this.columns = columns;
  }

  /** Makes room for the next rows. */
  public void clear() {
    rows = 0;
    selected = null;
    count = 0;
    marks = 0;
    failing = -1;
    for (Column column : columns) {
      column.clear();
    }
  }

  /** Says that all rows are meant. */
  public void fill(int newRows) {
    rows = newRows;
    count = newRows;
    selected = null;
  }

  /**
   * Adds a watermark that comes after a row.
   *
   * @param origin the row of the scan's batch that has moved event time there
   */
  public void mark(int row, long time, int origin) {
    if (marks == markRows.length) {
      markRows = Arrays.copyOf(markRows, marks * 2);
      markTimes = Arrays.copyOf(markTimes, marks * 2);
      markOrigins = Arrays.copyOf(markOrigins, marks * 2);
    }
    markRows[marks] = row;
    markTimes[marks] = time;
    markOrigins[marks] = origin;
    marks++;
  }

  /** Gives it arrays of its own for watermarks, which it shared with another batch. */
  public void ownMarks() {
    markRows = markRows.clone();
    markTimes = markTimes.clone();
    markOrigins = markOrigins.clone();
  }

  /** Whether another row has caused this one than the one before. */
  public boolean starts(int row) {
    return starts != null && starts[row];
  }

  /** Which row of the scan's batch a row comes from. */
  public int origin(int row) {
    return origins == null ? row : origins[row];
  }

  /** Forgets the given row and all after it, with the watermarks there. */
  public void truncate(int row) {
    rows = row;
    if (selected == null) {
      count = row;
    } else {
      while (count > 0 && selected[count - 1] >= row) {
        count--;
      }
    }
    while (marks > 0 && markRows[marks - 1] >= row) {
      marks--;
    }
  }

  /** The given row cannot be handled: forgets it and all after it, but for which one it was. */
  public void failAt(int row) {
    truncate(row);
    failing = row;
  }

  /** The same rows and watermarks with other columns. */
  public void sharePositions(Batch other) {
    rows = other.rows;
    selected = other.selected;
    count = other.count;
    kinds = other.kinds;
    marks = other.marks;
    markRows = other.markRows;
    markTimes = other.markTimes;
    markOrigins = other.markOrigins;
    origins = other.origins;
    failing = other.failing;
  }
}
