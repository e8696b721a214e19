package dev.tidemark.columnar.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;
import org.apache.flink.table.runtime.operators.aggregate.window.buffers.WindowBuffer;
import org.apache.flink.table.runtime.operators.window.tvf.combines.RecordsCombiner;
import org.apache.flink.table.runtime.util.WindowKey;
import org.junit.jupiter.api.Test;

/** What the buffer hands over, and when. */
class HeapWindowBufferTest {

  private static final int CAPACITY = 262_144;

  private final List<String> combined = new ArrayList<>();

  private final class Counter implements RecordsCombiner {
    @Override
    public void combine(WindowKey key, Iterator<RowData> records) {
      int count = 0;
      while (records.hasNext()) {
        records.next();
        count++;
      }
      combined.add(key.getKey().getLong(0) + "@" + key.getWindow() + " " + count);
    }

    @Override
    public void close() {}
  }

  private WindowBuffer buffer() throws Exception {
    return new HeapWindowBuffer.Factory(
            (context, timers, backend, state, eventTime) -> new Counter())
        .create(null, null, 0, null, null, null, null, true, ZoneId.of("UTC"));
  }

  private static RowData row(long value) {
    BinaryRowData row = new BinaryRowData(1);
    BinaryRowWriter writer = new BinaryRowWriter(row);
    writer.writeLong(0, value);
    writer.complete();
    return row;
  }

  @Test
  void keysAndWindowsInTheOrderOfTheirFirstAppearance() throws Exception {
    WindowBuffer buffer = buffer();
    buffer.addElement(row(2), 200, row(0));
    buffer.addElement(row(1), 100, row(0));
    buffer.addElement(row(2), 100, row(0));
    buffer.addElement(row(2), 200, row(0));

    buffer.advanceProgress(98);
    assertThat(combined).as("no window has passed").isEmpty();
    buffer.advanceProgress(99);
    assertThat(combined).containsExactly("2@200 2", "1@100 1", "2@100 1");
    buffer.flush();
    assertThat(combined).as("nothing is left").hasSize(3);
  }

  @Test
  void aFullBufferIsFlushedBeforeTheNextRow() throws Exception {
    WindowBuffer buffer = buffer();
    RowData key = row(7);
    for (int i = 0; i < CAPACITY; i++) {
      buffer.addElement(key, 100, key);
    }
    assertThat(combined).as("full, and not more than that").isEmpty();

    buffer.addElement(key, 100, key);
    assertThat(combined).containsExactly("7@100 " + CAPACITY);
    buffer.flush();
    assertThat(combined).containsExactly("7@100 " + CAPACITY, "7@100 1");
  }
}
