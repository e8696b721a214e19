package dev.tidemark.insight.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Lines are found however they lie in blocks and words of eight bytes. */
class LineCursorTest {
  private static final long SEED = 17;

  /** Some whose bytes are a line end's or a quote's but for the highest bit. */
  private static final List<String> LETTERS =
      List.of("a", "b", ",", " ", "\u008a", "\u00a2", "\u4e8a", "\ud83c\udf0a");

  @Test
  void findsEachLineThatIsAskedFor() throws Exception {
    Random random = new Random(SEED);
    for (int round = 0; round < 20; round++) {
      List<String> lines = lines(random, 20_000);
      String ends = round % 2 == 0 ? "\n" : "\r\n";
      try (LineCursor cursor = cursor(String.join(ends, lines))) {
        int step = 1 + random.nextInt(500);
        for (int line = random.nextInt(step); line < lines.size(); line += step) {
          RowCursor.Found found = cursor.to(line + 1);
          assertThat(found.line()).isEqualTo(line + 1);
          assertThat(found.text())
              .as("line %d, seed %d", line + 1, SEED)
              .isEqualTo(lines.get(line));
        }
        assertThat(cursor.to(lines.size() + 1)).isNull();
      }
    }
  }

  @Test
  void lastLineNeedsNoEnd() throws Exception {
    try (LineCursor cursor = cursor("a\n\nbcdefghijklmnopqrstuvwxyz")) {
      assertThat(cursor.to(3).text()).isEqualTo("bcdefghijklmnopqrstuvwxyz");
      assertThat(cursor.to(4)).isNull();
    }
  }

  @Test
  void quoteOnTheWayIsNotPlain() throws Exception {
    try (LineCursor cursor = cursor("0123456789\n01234567\"89\n0123456789\n0123456789\n")) {
      assertThat(cursor.to(1).text()).isEqualTo("0123456789");
      assertThatThrownBy(() -> cursor.to(4)).isInstanceOf(RowCursor.NotPlainException.class);
    }
  }

  @Test
  void quoteBehindTheRowIsNotSeen() throws Exception {
    try (LineCursor cursor = cursor("a\nb\nc\n\"d\ne\"\n")) {
      assertThat(cursor.to(3).text()).isEqualTo("c");
    }
  }

  private static LineCursor cursor(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new LineCursor(new ByteArrayInputStream(bytes), '"', line -> Map.of());
  }

  /** Mostly short lines, so that several end within eight bytes; the last one is not empty. */
  private static List<String> lines(Random random, int count) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int length = random.nextInt(10) == 0 ? random.nextInt(200) : random.nextInt(5);
      StringBuilder line = new StringBuilder();
      for (int j = 0; j < length; j++) {
        line.append(LETTERS.get(random.nextInt(LETTERS.size())));
      }
      lines.add(line.toString());
    }
    lines.add("end");
    return lines;
  }
}
