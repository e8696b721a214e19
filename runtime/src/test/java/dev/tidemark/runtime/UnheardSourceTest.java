package dev.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A source that has something, but whose signal for it got lost, is still read. */
class UnheardSourceTest {
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void aSilentSourceIsAskedAgain() throws Exception {
    StreamExecutionEnvironment env = Programs.dataStream(Map.of());
    assertThat(
            Programs.elements(
                env.fromSource(
                    new Unheard(), WatermarkStrategy.noWatermarks(), "unheard", Types.STRING)))
        .containsExactly("found");
  }

  private static final class Unheard implements Source<String, NoSplit, Integer> {
    private static final long serialVersionUID = 1L;

    @Override
    public Boundedness getBoundedness() {
      return Boundedness.BOUNDED;
    }

    @Override
    public SplitEnumerator<NoSplit, Integer> createEnumerator(
        SplitEnumeratorContext<NoSplit> context) {
      return new NoEnumerator();
    }

    @Override
    public SplitEnumerator<NoSplit, Integer> restoreEnumerator(
        SplitEnumeratorContext<NoSplit> context, Integer checkpoint) {
      return new NoEnumerator();
    }

    @Override
    public SimpleVersionedSerializer<NoSplit> getSplitSerializer() {
      return new NoSerializer<>();
    }

    @Override
    public SimpleVersionedSerializer<Integer> getEnumeratorCheckpointSerializer() {
      return new NoSerializer<>();
    }

    @Override
    public SourceReader<String, NoSplit> createReader(SourceReaderContext context) {
      return new UnheardReader();
    }
  }

  private static final class UnheardReader implements SourceReader<String, NoSplit> {
    private final CompletableFuture<Void> lost = new CompletableFuture<>();
    private int polls;

    @Override
    public InputStatus pollNext(ReaderOutput<String> output) {
      polls++;
      // Silent for longer than a driver might ask again by itself.
      if (polls < 6) {
        return InputStatus.NOTHING_AVAILABLE;
      }
      if (polls == 6) {
        output.collect("found");
        return InputStatus.NOTHING_AVAILABLE;
      }
      return InputStatus.END_OF_INPUT;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
      return lost;
    }

    @Override
    public void start() {}

    @Override
    public List<NoSplit> snapshotState(long checkpointId) {
      return List.of();
    }

    @Override
    public void addSplits(List<NoSplit> splits) {}

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {}
  }

  private record NoSplit() implements SourceSplit {
    @Override
    public String splitId() {
      return "none";
    }
  }

  private static final class NoEnumerator implements SplitEnumerator<NoSplit, Integer> {
    @Override
    public void start() {}

    @Override
    public void handleSplitRequest(int subtaskId, String requesterHostname) {}

    @Override
    public void addSplitsBack(List<NoSplit> splits, int subtaskId) {}

    @Override
    public void addReader(int subtaskId) {}

    @Override
    public Integer snapshotState(long checkpointId) {
      return 0;
    }

    @Override
    public void close() {}
  }

  private static final class NoSerializer<T> implements SimpleVersionedSerializer<T> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(T value) {
      return new byte[0];
    }

    @Override
    public T deserialize(int version, byte[] serialized) {
      throw new UnsupportedOperationException("nothing is ever assigned");
    }
  }
}
