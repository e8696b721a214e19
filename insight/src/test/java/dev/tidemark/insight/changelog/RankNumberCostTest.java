package dev.tidemark.insight.changelog;

import static org.apache.flink.types.RowKind.DELETE;
import static org.apache.flink.types.RowKind.INSERT;
import static org.apache.flink.types.RowKind.UPDATE_AFTER;
import static org.apache.flink.types.RowKind.UPDATE_BEFORE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RankNumberCostTest {

  @Test
  void aRowThatOnlyChangesPlacesCostsNothing() {
    RankNumberCost cost = new RankNumberCost(1);
    // x rises from 3 to 9 and passes y: two pairs with the rank number, one without it.
    cost.emits(UPDATE_BEFORE, List.of("y5", 1L));
    cost.emits(UPDATE_AFTER, List.of("x9", 1L));
    cost.emits(UPDATE_BEFORE, List.of("x3", 2L));
    cost.emits(UPDATE_AFTER, List.of("y5", 2L));
    cost.settle();

    assertThat(cost.rows()).isEqualTo(2);
  }

  @Test
  void aRowThatDrivesAnotherOutCostsTwo() {
    RankNumberCost cost = new RankNumberCost(0);
    cost.emits(INSERT, List.of(1L, "a"));
    cost.settle();
    cost.emits(DELETE, List.of(1L, "a"));
    cost.emits(INSERT, List.of(1L, "b"));

    assertThat(cost.rows()).isEqualTo(3);
  }
}
