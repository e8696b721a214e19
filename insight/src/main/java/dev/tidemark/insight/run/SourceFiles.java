package dev.tidemark.insight.run;

import dev.tidemark.runtime.compat.SplitReaders;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.flink.streaming.api.operators.SourceOperator;
import org.apache.flink.streaming.api.operators.StreamOperator;

/** Which file a file source's rows come from, and which of its rows. */
final class SourceFiles {
  private final Supplier<Object> currentSplit;
  private final Map<Object, Long> ordinals = new HashMap<>();

  private final FileStretches stretches = new FileStretches();
  private long rows;
  private Object split;
  private String file;
  private long ordinal;

  private SourceFiles(Supplier<Object> currentSplit) {
    this.currentSplit = currentSplit;
  }

  /** Null for an operator that does not read files. */
  static SourceFiles of(StreamOperator<?> operator) {
    if (!(operator instanceof SourceOperator<?, ?> source)) {
      return null;
    }
    Supplier<Object> splits = SplitReaders.currentSplit(source);
    return splits == null ? null : new SourceFiles(splits);
  }

  /** The next row has left the source. */
  void next() {
    rows++;
    Object now = currentSplit.get();
    if (now != split) {
      if (file != null) {
        ordinals.put(file, ordinal);
      }
      split = now;
      file = SplitReaders.fileOf(now);
      ordinal = file == null ? 0 : ordinals.getOrDefault(file, 0L);
      stretches.begin(rows, file, ordinal);
    }
    ordinal++;
  }

  /** A row that has left the source, the last one or an earlier one. */
  SourceRow row(int source, long number) {
    return stretches.row(source, number);
  }
}
