package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Books;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.insight.ledger.Window;
import dev.tidemark.insight.run.SourceRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Rows that were in time for windows that have not been emitted yet, and that share their fate:
 * they are of one key and one slice, came while the same windows were open, and wait in the same
 * place. They are counted; which ones they are is kept in a few bytes each, and their values for
 * the first few, as far as there is room.
 */
final class HeldRows {
  /** How much may be kept of the rows that one operator holds at a time. */
  static final class Room {
    /** Rows whose values are kept; those that are from a file can be looked up there. */
    static final int VALUES = 10_000;

    private int values;
    private int rows;

    /**
     * @param rows that are known one by one; of further ones only their number is
     */
    Room(int rows, int values) {
      this.rows = rows;
      this.values = values;
    }

    int values() {
      return values;
    }

    int rows() {
      return rows;
    }
  }

  private final Books books;
  private final Room room;
  private final int source;
  private final boolean retraction;
  private final int windows;
  private final boolean someGone;
  private final CompactRows rows = new CompactRows();
  private final List<Map<String, String>> values = new ArrayList<>();
  private final List<Window> lost = new ArrayList<>();
  private long count;
  private int listed;
  private int open;
  private boolean counted;

  /**
   * @param source index of the source that they are from; -1 if operators have made them
   * @param retraction whether they take back older rows
   * @param windows how many windows they should be in and that are still to come
   * @param someGone whether they are missing from earlier windows, because they came too late
   */
  HeldRows(Books books, Room room, int source, boolean retraction, int windows, boolean someGone) {
    this.books = books;
    this.room = room;
    this.source = source;
    this.retraction = retraction;
    this.windows = windows;
    this.someGone = someGone;
    this.open = windows;
  }

  /** Whether a row that has just come will share the fate of these, as long as they wait. */
  boolean takes(int fromSource, boolean isRetraction, int openWindows) {
    return open == windows
        && windows == openWindows
        && source == fromSource
        && retraction == isRetraction;
  }

  /**
   * Takes the row that has just come.
   *
   * @param record the row, as the operator got it
   */
  void add(Object record, Long rowTime) {
    // The first rows are told, not some in the middle: room that becomes free later is for others.
    if (values.size() == count && room.values > 0) {
      room.values--;
      values.add(books.valuesNow(record));
    }
    if (listed == count && room.rows > 0) {
      room.rows--;
      listed++;
      rows.add(source < 0 ? 0 : books.run().ordinal(), rowTime);
    }
    count++;
  }

  /** A window was emitted with the rows in it; true if there are no more to come. */
  boolean counted() {
    counted = true;
    return close();
  }

  /** A window has passed and the rows are not in it; true if there are no more to come. */
  boolean lost(Window window) {
    lost.add(window);
    return close();
  }

  private boolean close() {
    open--;
    if (open == 0) {
      room.values += values.size();
      room.rows += listed;
    }
    return open == 0;
  }

  /**
   * Writes into the books what has become of rows whose windows have all passed, one by one in the
   * order in which they came.
   */
  static void tell(List<HeldRows> all) {
    PriorityQueue<Told> told =
        new PriorityQueue<>(
            Comparator.comparingLong((Told next) -> next.rows.ordinal())
                .thenComparingInt(next -> next.of.source)
                .thenComparingInt(next -> next.place));
    for (HeldRows each : all) {
      if (!each.lost.isEmpty()) {
        each.books.loseEarlier(
            DropReason.FLUSH_BOUNDARY, each.count, each.lost, each.isWhole(), each.someGone);
        Told first = each.new Told(told.size());
        if (first.rows.next()) {
          told.add(first);
        }
      }
    }
    while (!told.isEmpty()) {
      Told next = told.poll();
      next.tell();
      if (next.rows.next()) {
        told.add(next);
      }
    }
  }

  private boolean isWhole() {
    return !counted;
  }

  /** How far the rows have been told. */
  private final class Told {
    private final HeldRows of = HeldRows.this;
    private final CompactRows.Reader rows = HeldRows.this.rows.read();
    private final int place;
    private int next;

    Told(int place) {
      this.place = place;
    }

    void tell() {
      SourceRow row = source < 0 ? null : books.run().row(source, rows.ordinal());
      Map<String, String> shown = next < values.size() ? values.get(next) : Map.of();
      next++;
      books.tellEarlier(
          DropReason.FLUSH_BOUNDARY, row, retraction, shown, rows.rowTime(), lost, isWhole());
    }
  }
}
