package dev.tidemark.runtime.engine;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamElement;
import org.apache.flink.streaming.runtime.streamrecord.StreamElementSerializer;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Records and watermarks that wait in line, first in, first out. The first {@value #IN_MEMORY} stay
 * on the heap, as copies; what comes while more than that wait goes to a file.
 */
final class Backlog implements AutoCloseable {
  static final int IN_MEMORY = 10_000;

  private final TypeSerializer<Object> values;
  private final StreamElementSerializer<Object> elements;
  private final Supplier<File> directory;
  private final Deque<StreamElement> memory = new ArrayDeque<>();
  private Path file;
  private DataOutputViewStreamWrapper out;
  private DataInputViewStreamWrapper in;
  private long written;
  private long readable;
  private long read;

  /**
   * @param directory where the file goes; asked for when it is needed
   */
  Backlog(TypeSerializer<Object> values, Supplier<File> directory) {
    this.values = values;
    this.elements = new StreamElementSerializer<>(values);
    this.directory = directory;
  }

  boolean isEmpty() {
    return memory.isEmpty() && read == written;
  }

  void add(StreamRecord<Object> record) throws IOException {
    if (spills()) {
      spill(record);
    } else {
      memory.add(record.copy(values.copy(record.getValue())));
    }
  }

  void add(Watermark watermark) throws IOException {
    if (spills()) {
      spill(watermark);
    } else {
      memory.add(watermark);
    }
  }

  private boolean spills() {
    return read < written || memory.size() >= IN_MEMORY;
  }

  private void spill(StreamElement element) throws IOException {
    if (out == null) {
      file = Files.createTempFile(directory.get().toPath(), "backlog-", ".bin");
      out =
          new DataOutputViewStreamWrapper(
              new BufferedOutputStream(Files.newOutputStream(file), 1 << 16));
      in =
          new DataInputViewStreamWrapper(
              new BufferedInputStream(Files.newInputStream(file), 1 << 16));
    }
    elements.serialize(element, out);
    written++;
  }

  /** The element that waited longest, or null. */
  StreamElement poll() throws IOException {
    StreamElement first = memory.poll();
    if (first != null || read == written) {
      return first;
    }
    if (read == readable) {
      out.flush();
      readable = written;
    }
    read++;
    try {
      return elements.deserialize(in);
    } catch (EOFException e) {
      throw new IOException("spilled records are cut off in " + file, e);
    }
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
      in.close();
      Files.deleteIfExists(file);
    }
  }
}
