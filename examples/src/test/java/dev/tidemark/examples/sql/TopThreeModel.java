package dev.tidemark.examples.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many changes a Top-3 over growing sums emits, worked out from the rules without Flink: each
 * sale takes the product's old total out of its category's ranking and puts the new one in, behind
 * equal ones. Each of the two steps rewrites every place that it shifts if the rank is shown, and
 * otherwise only what enters the three or leaves them.
 */
final class TopThreeModel {
  private static final int LIMIT = 3;

  private final boolean ranked;
  private final Map<String, List<Entry>> categories = new HashMap<>();
  private int changes;

  private record Entry(String product, int total) {}

  private TopThreeModel(boolean ranked) {
    this.ranked = ranked;
  }

  /**
   * Runs the sales through.
   *
   * @param sales id, category, product, quantity, time
   * @param ranked whether the rank is among the result's columns
   * @return rows of the changelog
   */
  static int changes(List<List<String>> sales, boolean ranked) {
    TopThreeModel model = new TopThreeModel(ranked);
    for (List<String> sale : sales) {
      model.sold(sale.get(1), sale.get(2), Integer.parseInt(sale.get(3)));
    }
    return model.changes;
  }

  private void sold(String category, String product, int quantity) {
    List<Entry> ranking = categories.computeIfAbsent(category, name -> new ArrayList<>());
    int old = 0;
    while (old < ranking.size() && !ranking.get(old).product.equals(product)) {
      old++;
    }
    int total = quantity;
    if (old < ranking.size()) {
      total += ranking.remove(old).total;
      shifted(old, ranking.size(), ranking.size() + 1);
    }
    int place = 0;
    while (place < ranking.size() && ranking.get(place).total >= total) {
      place++;
    }
    ranking.add(place, new Entry(product, total));
    shifted(place, ranking.size() - 1, ranking.size());
  }

  /**
   * From a place on the ranking has changed: it had as many entries before and has as many now, or
   * the other way round.
   */
  private void shifted(int place, int fewer, int more) {
    if (place >= LIMIT) {
      return;
    }
    if (!ranked) {
      // One goes or comes; with more than three there is another that takes its place or yields.
      changes += more > LIMIT ? 2 : 1;
      return;
    }
    // A place that is taken before and after is an update: two rows.
    for (int each = place; each < Math.min(LIMIT, more); each++) {
      changes += each < fewer ? 2 : 1;
    }
  }
}
