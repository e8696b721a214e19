package dev.tidemark.insight.changelog;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.types.RowKind;

/**
 * The rows that a changelog leaves when it is applied. A log with −U is applied row by row: what is
 * taken back must be there. A log without −U is applied by its key.
 */
public final class FinalState {
  private final List<Integer> key;
  private final boolean byKey;
  private final int cap;
  private final Map<List<Object>, Entry> rows = new LinkedHashMap<>();
  private long count;
  private long unmatched;
  private boolean insertOnly = true;
  private boolean overflowed;

  private static final class Entry {
    private List<Object> row;
    private long copies;
  }

  /**
   * @param key positions of the columns that identify a row; empty for none
   * @param byKey whether an update replaces the row with the same key, so that there is no −U
   * @param cap rows to keep at once; beyond it nothing can be said of those that are left
   */
  FinalState(List<Integer> key, boolean byKey, int cap) {
    this.key = key;
    this.byKey = byKey && !key.isEmpty();
    this.cap = cap;
  }

  void apply(RowKind kind, List<Object> row) {
    insertOnly &= kind == RowKind.INSERT;
    boolean removes = kind == RowKind.UPDATE_BEFORE || kind == RowKind.DELETE;
    if (overflowed) {
      count += removes ? -1 : 1;
      return;
    }
    List<Object> id = byKey ? keyOf(row) : row;
    if (removes) {
      remove(id);
    } else {
      add(id, row);
    }
    if (rows.size() > cap) {
      overflowed = true;
      if (!insertOnly) {
        rows.clear();
      }
    }
  }

  private void add(List<Object> id, List<Object> row) {
    // Taken out first: rows are listed in the order in which they last came.
    Entry entry = rows.remove(id);
    if (entry == null) {
      entry = new Entry();
    }
    if (!byKey || entry.copies == 0) {
      entry.copies++;
      count++;
    }
    entry.row = row;
    rows.put(id, entry);
  }

  private void remove(List<Object> id) {
    Entry entry = rows.get(id);
    if (entry == null) {
      unmatched++;
      return;
    }
    count--;
    if (--entry.copies == 0) {
      rows.remove(id);
    }
  }

  private List<Object> keyOf(List<Object> row) {
    List<Object> values = new ArrayList<>(key.size());
    key.forEach(position -> values.add(row.get(position)));
    return values;
  }

  /**
   * Whether the rows are known: false if there were more at once than are kept. Of a log that only
   * adds, the number of rows is known in any case.
   */
  public boolean known() {
    return !overflowed || insertOnly;
  }

  /** Number of rows that are left. */
  public long size() {
    return count;
  }

  /** Number of different keys among them; -1 if there is no key, or not all rows are kept. */
  public long keys() {
    if (key.isEmpty() || overflowed) {
      return -1;
    }
    Set<List<Object>> keys = new HashSet<>();
    rows.values().forEach(entry -> keys.add(keyOf(entry.row)));
    return keys.size();
  }

  /** Positions of the columns that identify a row; empty for none. */
  public List<Integer> key() {
    return key;
  }

  /** Deletions and −U that met no row. */
  public long unmatched() {
    return unmatched;
  }

  /** The first of the rows, in the order in which they last came. */
  public List<List<Object>> rows(int limit) {
    List<List<Object>> listed = new ArrayList<>();
    for (Entry entry : rows.values()) {
      for (long i = 0; i < entry.copies && listed.size() < limit; i++) {
        listed.add(entry.row);
      }
    }
    return listed;
  }
}
