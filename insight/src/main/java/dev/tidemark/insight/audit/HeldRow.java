package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Books;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.insight.ledger.Window;
import dev.tidemark.insight.run.SourceRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A row that was in time for windows that have not been emitted yet. */
final class HeldRow {
  private final Books books;
  private final SourceRow row;
  private final boolean retraction;
  private final Map<String, String> values;
  private final Long rowTime;
  private final List<Window> lost = new ArrayList<>();
  private int open;
  private boolean counted;

  /**
   * @param record the row that has just come, and is accepted
   * @param open windows that it should be in and that are still to come
   */
  HeldRow(Books books, Object record, Long rowTime, int open) {
    this.books = books;
    this.row = books.run().isRow() ? books.run().row() : null;
    this.retraction = row != null && books.isRetraction(record);
    this.values = books.valuesNow(record);
    this.rowTime = rowTime;
    this.open = open;
  }

  /** A window was emitted with the row in it. */
  void counted() {
    counted = true;
    close();
  }

  /** A window has passed and the row is not in it. */
  void lost(Window window) {
    lost.add(window);
    close();
  }

  private void close() {
    open--;
    if (open > 0 || lost.isEmpty()) {
      return;
    }
    boolean whole = !counted;
    if (whole) {
      books.takeBack();
    }
    books.loseEarlier(DropReason.FLUSH_BOUNDARY, row, retraction, values, rowTime, lost, whole);
  }
}
