package dev.tidemark.columnar.window;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.runtime.memory.MemoryManager;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.operators.aggregate.window.buffers.RecordsWindowBuffer;
import org.apache.flink.table.runtime.operators.aggregate.window.buffers.WindowBuffer;
import org.apache.flink.table.runtime.operators.window.tvf.combines.RecordsCombiner;
import org.apache.flink.table.runtime.operators.window.tvf.common.WindowTimerService;
import org.apache.flink.table.runtime.operators.window.tvf.state.WindowState;
import org.apache.flink.table.runtime.util.TimeWindowUtil;
import org.apache.flink.table.runtime.util.WindowKey;

/**
 * A buffer of partial results on the heap, in the order of {@link RecordsWindowBuffer}: by first
 * appearance of key and window. Flink's clears a megabyte of hash buckets whenever a window closes.
 */
final class HeapWindowBuffer implements WindowBuffer {
  /** Partial results that are kept; Flink's buffer ends with its memory, at about as many. */
  private static final int CAPACITY = 256 * 1024;

  private final RecordsCombiner combiner;
  private final ZoneId zone;
  private final Map<WindowKey, List<RowData>> kept = new LinkedHashMap<>();
  private int size;
  private long earliest = Long.MAX_VALUE;

  private HeapWindowBuffer(RecordsCombiner combiner, ZoneId zone) {
    this.combiner = combiner;
    this.zone = zone;
  }

  @Override
  public void addElement(RowData key, long window, RowData element) throws Exception {
    if (size == CAPACITY) {
      flush();
    }
    WindowKey windowKey = new WindowKey(window, key);
    List<RowData> known = kept.get(windowKey);
    if (known == null) {
      known = new ArrayList<>(1);
      kept.put(new WindowKey(window, copy(key)), known);
    }
    known.add(copy(element));
    size++;
    earliest = Math.min(earliest, window);
  }

  /** The operator may use its rows again. */
  private static RowData copy(RowData row) {
    return ((BinaryRowData) row).copy();
  }

  @Override
  public void advanceProgress(long progress) throws Exception {
    if (TimeWindowUtil.isWindowFired(earliest, progress, zone)) {
      flush();
    }
  }

  @Override
  public void flush() throws Exception {
    if (size == 0) {
      return;
    }
    for (Map.Entry<WindowKey, List<RowData>> each : kept.entrySet()) {
      combiner.combine(each.getKey(), each.getValue().iterator());
    }
    kept.clear();
    size = 0;
    earliest = Long.MAX_VALUE;
  }

  @Override
  public void close() throws Exception {
    combiner.close();
  }

  /** Makes buffers. */
  static final class Factory implements WindowBuffer.Factory {
    private static final long serialVersionUID = 1L;
    private final RecordsCombiner.Factory combiners;

    Factory(RecordsCombiner.Factory combiners) {
      this.combiners = combiners;
    }

    @Override
    public WindowBuffer create(
        Object owner,
        MemoryManager memory,
        long memorySize,
        RuntimeContext context,
        WindowTimerService<Long> timers,
        KeyedStateBackend<RowData> backend,
        WindowState<Long> state,
        boolean isEventTime,
        ZoneId zone)
        throws Exception {
      return new HeapWindowBuffer(
          combiners.createRecordsCombiner(context, timers, backend, state, isEventTime), zone);
    }
  }
}
