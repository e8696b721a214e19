package dev.tidemark.columnar.join;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.op.Stage;
import dev.tidemark.columnar.op.StageContext;
import dev.tidemark.columnar.state.RowStore;
import org.apache.flink.types.RowKind;

/** As Flink's StreamingJoinOperator, for rows that are only inserted. */
final class RegularJoin extends Join {
  private final JoinedRows[] sides;
  private final JoinOutput output;
  private final FlinkCondition.Running condition;

  RegularJoin(RegularJoinSpec spec, StageContext context, Stage next) throws Exception {
    super(spec.keys(), context, next);
    this.sides = new JoinedRows[2];
    for (int side = 0; side < 2; side++) {
      sides[side] =
          new JoinedRows(
              spec.types()[side], spec.uniqueKeys()[side], spec.outer()[side], context.batchRows());
    }
    RowStore[] stores = {sides[0].rows, sides[1].rows};
    this.output = new JoinOutput(stores, spec.types(), spec.insertsOnly(), context, next);
    this.condition = spec.condition().start(context);
  }

  @Override
  void prepare(int side, Batch batch) {
    sides[side].prepare(batch);
  }

  @Override
  void grow(int count) {
    sides[0].grow(count);
    sides[1].grow(count);
  }

  @Override
  void take(int side, Batch batch, int place, int row) throws Exception {
    JoinedRows own = sides[side];
    if (isUnmatched(side, row)) {
      if (own.outer) {
        output.add(RowKind.INSERT, side, own.addAlone(batch, row), -1);
      }
      return;
    }
    int key = key(side, place, row);
    JoinedRows others = sides[1 - side];
    int number = own.add(batch, place, row, key, output);
    int matches = 0;
    others.begin(key);
    for (int other = others.next(); other >= 0; other = others.next()) {
      int known = others.outer ? others.associations(other) : -1;
      for (int i = others.count(other); i > 0; i--) {
        if (!condition.isAlwaysTrue() && !holds(side, number, other)) {
          continue;
        }
        if (others.outer) {
          if (known == 0) {
            output.add(RowKind.DELETE, 1 - side, other, -1);
          }
          others.associate(other, known + 1);
        }
        output.add(RowKind.INSERT, side, number, other);
        matches++;
      }
    }
    if (own.outer) {
      if (matches == 0) {
        output.add(RowKind.INSERT, side, number, -1);
      }
      own.associate(number, matches);
    }
  }

  private boolean holds(int side, int number, int other) {
    int left = side == 0 ? number : other;
    int right = side == 0 ? other : number;
    return condition.holds(sides[0].view.at(left), sides[1].view.at(right));
  }

  @Override
  void advance(long time) {
    if (time != Long.MAX_VALUE) {
      output.mark(time);
    }
  }

  @Override
  boolean[] needed(int count) {
    return null;
  }

  @Override
  void renumber(int[] numbers, int count) {
    throw new IllegalStateException("no key is forgotten");
  }

  @Override
  public void flush() throws Exception {
    output.flush();
  }

  @Override
  long memory() {
    return sides[0].bytes() + sides[1].bytes();
  }
}
