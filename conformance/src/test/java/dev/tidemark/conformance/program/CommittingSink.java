package dev.tidemark.conformance.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Writes ten lines a committable; the committer appends each to a file. */
final class CommittingSink implements Sink<String>, SupportsCommitter<String> {
  private static final long serialVersionUID = 1L;
  private static final int LINES = 10;

  private final String file;

  CommittingSink(String file) {
    this.file = file;
  }

  @Override
  public Writer createWriter(WriterInitContext context) {
    return new Writer();
  }

  @Override
  public Committer<String> createCommitter(CommitterInitContext context) {
    return new AppendingCommitter(Path.of(file));
  }

  @Override
  public SimpleVersionedSerializer<String> getCommittableSerializer() {
    return new Utf8();
  }

  private static final class Writer implements CommittingSinkWriter<String, String> {
    private final List<String> full = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();

    @Override
    public void write(String line, Context context) {
      lines.add(line + " written at " + Pulse.at(context.timestamp()));
      if (lines.size() == LINES) {
        close(lines);
      }
    }

    @Override
    public void writeWatermark(Watermark watermark) {
      lines.add("watermark " + Pulse.at(watermark.getTimestamp()));
    }

    @Override
    public void flush(boolean endOfInput) {
      if (!lines.isEmpty()) {
        close(lines);
      }
    }

    @Override
    public Collection<String> prepareCommit() {
      List<String> prepared = List.copyOf(full);
      full.clear();
      return prepared;
    }

    private void close(List<String> block) {
      full.add(String.join("\n", block) + "\n--\n");
      block.clear();
    }

    @Override
    public void close() {}
  }

  private record AppendingCommitter(Path target) implements Committer<String> {
    @Override
    public void commit(Collection<CommitRequest<String>> requests) throws IOException {
      for (CommitRequest<String> request : requests) {
        Files.writeString(
            target, request.getCommittable(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
    }

    @Override
    public void close() {}
  }

  private static final class Utf8 implements SimpleVersionedSerializer<String> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String deserialize(int version, byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
