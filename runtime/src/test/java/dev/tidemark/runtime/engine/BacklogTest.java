package dev.tidemark.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamElement;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BacklogTest {
  private static final int COUNT = 8 * Backlog.IN_MEMORY;

  @TempDir Path dir;

  @Test
  void keepsOrderThroughTheFileWhileBothEndsMove() throws Exception {
    SplittableRandom random = new SplittableRandom(42);
    try (Backlog backlog = backlog()) {
      int added = 0;
      int taken = 0;
      while (taken < COUNT) {
        boolean add = added < COUNT && (backlog.isEmpty() || random.nextInt(100) < 60);
        if (add) {
          add(backlog, added++);
        } else {
          assertElement(backlog.poll(), taken++);
        }
      }
      assertThat(backlog.isEmpty()).isTrue();
      assertThat(backlog.poll()).isNull();
    }
    assertThat(files()).isZero();
  }

  @Test
  void staysOffTheDiskWhileItIsShort() throws Exception {
    try (Backlog backlog = backlog()) {
      for (int i = 0; i < Backlog.IN_MEMORY; i++) {
        add(backlog, i);
      }
      assertThat(files()).isZero();
      add(backlog, Backlog.IN_MEMORY);
      assertThat(files()).isEqualTo(1);
    }
    assertThat(files()).isZero();
  }

  @SuppressWarnings("unchecked")
  private Backlog backlog() {
    TypeSerializer<?> strings = StringSerializer.INSTANCE;
    return new Backlog((TypeSerializer<Object>) strings, dir::toFile);
  }

  private static void add(Backlog backlog, int n) throws IOException {
    if (n % 10 == 9) {
      backlog.add(new Watermark(n));
    } else {
      backlog.add(new StreamRecord<>("é".repeat(n % 50) + n, n));
    }
  }

  private static void assertElement(StreamElement element, int n) {
    if (n % 10 == 9) {
      assertThat(element.asWatermark().getTimestamp()).isEqualTo(n);
    } else {
      StreamRecord<String> record = element.asRecord();
      assertThat(record.getValue()).isEqualTo("é".repeat(n % 50) + n);
      assertThat(record.getTimestamp()).isEqualTo(n);
    }
  }

  private long files() throws IOException {
    try (Stream<Path> list = Files.list(dir)) {
      return list.count();
    }
  }
}
