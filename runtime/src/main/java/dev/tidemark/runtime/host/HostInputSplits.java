package dev.tidemark.runtime.host;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.flink.core.io.InputSplit;
import org.apache.flink.core.io.InputSplitSource;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.runtime.jobgraph.tasks.InputSplitProvider;
import org.apache.flink.runtime.jobgraph.tasks.InputSplitProviderException;

/** The splits of a legacy input format, handed out in the order in which the format made them. */
final class HostInputSplits implements InputSplitProvider {
  private final InputSplitSource<?> source;
  private Deque<InputSplit> splits;

  HostInputSplits(JobVertex vertex) {
    this.source = vertex.getInputSplitSource();
  }

  @Override
  public InputSplit getNextInputSplit(ClassLoader userCodeClassLoader)
      throws InputSplitProviderException {
    if (splits == null) {
      try {
        splits =
            new ArrayDeque<>(
                source == null ? List.of() : List.of((InputSplit[]) source.createInputSplits(1)));
      } catch (Exception e) {
        throw new InputSplitProviderException(e);
      }
    }
    return splits.poll();
  }
}
