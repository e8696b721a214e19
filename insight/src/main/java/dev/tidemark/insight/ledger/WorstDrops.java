package dev.tidemark.insight.ledger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The rows that were lost by most, the latest first; of equally late ones those that came first.
 */
final class WorstDrops {
  /** Rows that are kept. */
  static final int COUNT = 10;

  private final List<Drop> drops = new ArrayList<>();

  /** Whether a row that is so late, in milliseconds, would be among them. */
  boolean wants(long late) {
    return drops.size() < COUNT || late > drops.get(COUNT - 1).late();
  }

  void add(Drop drop) {
    if (!wants(drop.late())) {
      return;
    }
    int place = drops.size();
    while (place > 0 && drop.late() > drops.get(place - 1).late()) {
      place--;
    }
    drops.add(place, drop);
    if (drops.size() > COUNT) {
      drops.remove(COUNT);
    }
  }

  List<Drop> list() {
    return Collections.unmodifiableList(drops);
  }
}
