package dev.tidemark.columnar.op;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.LongColumn;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;

/**
 * One row a key, the first or the last by row time, over rows that are only inserted: as Flink's
 * RowTimeDeduplicateFunction. Of equal times, the later row wins if the last is kept, else the
 * earlier one.
 *
 * @param keys the key's columns
 * @param types the types of all columns
 * @param time the column of the row time
 * @param keepLast whether the last row is kept, else the first
 * @param updateBefore whether the old row goes out before the new one
 * @param inserts whether the first row of a key goes out as an insert
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record DeduplicateSpec(
    int[] keys,
    LogicalType[] types,
    int time,
    boolean keepLast,
    boolean updateBefore,
    boolean inserts)
    implements StageSpec {

  @Override
  public Stage create(StageContext context, Stage next) {
    return new Deduplicate(this, context, next);
  }

  @Override
  public boolean changesRows() {
    return true;
  }

  private static final class Deduplicate implements Stage {
    private final DeduplicateSpec spec;
    private final Stage next;
    private final KeptRows kept;
    private final Replacements replacements;

    Deduplicate(DeduplicateSpec spec, StageContext context, Stage next) {
      this.spec = spec;
      this.next = next;
      this.kept = new KeptRows(spec.keys, spec.types, context, next);
      this.replacements = kept.replacements(spec.time);
    }

    @Override
    public void process(Batch batch) throws Exception {
      long[] times = ((LongColumn) batch.columns[spec.time]).values;
      kept.begin(batch);
      for (int i = 0; i < batch.count; i++) {
        int row = batch.selected == null ? i : batch.selected[i];
        int number = kept.find(batch, i, row);
        if (number < 0) {
          boolean insert = spec.updateBefore || spec.inserts;
          number = kept.add(batch, i, row);
          replacements.send(insert ? RowKind.INSERT : RowKind.UPDATE_AFTER, number, batch);
        } else if (wins(times[row], kept.rows().number(number, spec.time))) {
          if (spec.updateBefore) {
            replacements.send(RowKind.UPDATE_BEFORE, number, batch);
          }
          replacements.replace(RowKind.UPDATE_AFTER, number, row, batch);
        }
      }
      replacements.write(batch);
      kept.end(batch);
    }

    private boolean wins(long time, long keptTime) {
      return spec.keepLast ? time >= keptTime : time < keptTime;
    }

    @Override
    public void end() throws Exception {
      next.end();
    }
  }
}
