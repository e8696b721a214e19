package dev.tidemark.insight.changelog;

import static org.apache.flink.types.RowKind.DELETE;
import static org.apache.flink.types.RowKind.INSERT;
import static org.apache.flink.types.RowKind.UPDATE_AFTER;
import static org.apache.flink.types.RowKind.UPDATE_BEFORE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FinalStateTest {
  private static final List<Integer> FIRST_COLUMN = List.of(0);

  @Test
  void aRetractLogIsAppliedRowByRow() {
    FinalState state = new FinalState(FIRST_COLUMN, false, 10);
    state.apply(INSERT, List.of("a", 1));
    state.apply(INSERT, List.of("b", 1));
    state.apply(UPDATE_BEFORE, List.of("a", 1));
    state.apply(UPDATE_AFTER, List.of("a", 2));
    state.apply(INSERT, List.of("b", 1));
    state.apply(DELETE, List.of("b", 1));

    assertThat(state.rows(9)).containsExactly(List.of("a", 2), List.of("b", 1));
    assertThat(state.size()).isEqualTo(2);
    assertThat(state.keys()).isEqualTo(2);
    assertThat(state.unmatched()).isZero();
  }

  @Test
  void anUpsertLogIsAppliedByItsKey() {
    FinalState state = new FinalState(FIRST_COLUMN, true, 10);
    state.apply(INSERT, List.of("a", 1));
    state.apply(UPDATE_AFTER, List.of("a", 2));
    state.apply(UPDATE_AFTER, List.of("b", 3));
    state.apply(DELETE, List.of("a", 99));

    assertThat(state.rows(9)).containsExactly(List.of("b", 3));
    assertThat(state.size()).isEqualTo(1);
  }

  @Test
  void whatIsTakenBackWithoutHavingBeenThereIsCounted() {
    FinalState state = new FinalState(List.of(), false, 10);
    state.apply(INSERT, List.of("a", 1));
    state.apply(UPDATE_BEFORE, List.of("a", 2));

    assertThat(state.unmatched()).isEqualTo(1);
    assertThat(state.size()).isEqualTo(1);
    assertThat(state.keys()).isEqualTo(-1);
  }

  @Test
  void equalRowsAreKeptApart() {
    FinalState state = new FinalState(List.of(), false, 10);
    state.apply(INSERT, List.of("a"));
    state.apply(INSERT, List.of("a"));

    assertThat(state.size()).isEqualTo(2);
    assertThat(state.rows(9)).containsExactly(List.of("a"), List.of("a"));
    assertThat(state.rows(1)).containsExactly(List.of("a"));
  }

  @Test
  void moreRowsThanAreKeptAreStillCountedIfRowsAreOnlyAdded() {
    FinalState state = new FinalState(FIRST_COLUMN, false, 2);
    for (int i = 0; i < 5; i++) {
      state.apply(INSERT, List.of(i));
    }
    assertThat(state.known()).isTrue();
    assertThat(state.size()).isEqualTo(5);
    assertThat(state.keys()).isEqualTo(-1);
    assertThat(state.rows(2)).containsExactly(List.of(0), List.of(1));

    state.apply(DELETE, List.of(4));
    assertThat(state.known()).isFalse();
  }
}
