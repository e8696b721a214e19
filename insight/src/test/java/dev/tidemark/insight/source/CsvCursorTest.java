package dev.tidemark.insight.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.runtime.compat.FileFormats;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.dataformat.csv.CsvMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.dataformat.csv.CsvSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvCursorTest {
  @TempDir Path dir;

  private static final CsvSchema SCHEMA =
      CsvSchema.builder().addColumn("id").addColumn("name").addColumn("note").build();

  @Test
  void recordsOverSeveralLinesCommentsAndLineEnds() throws IOException {
    String text =
        "# a comment\n1,\"a\nb\",x\r\n2,\"q,q\",x\n\n# another\n3,zz,\"later, \"\"quoted\"\"\"\n4,é,\"1\n2\n3\"";

    assertThat(all(SCHEMA.withComments(), false, text))
        .extracting(RowCursor.Found::line)
        .containsExactly(2L, 4L, 7L, 8L);
    RowCursor.Found last = all(SCHEMA.withComments(), false, text).get(3);
    assertThat(last.text()).isEqualTo("4,é,\"1\n2\n3\"");
    assertThat(last.lastLine()).isEqualTo(10);
    assertThat(last.values()).isEqualTo(Map.of("id", "4", "name", "é", "note", "1\n2\n3"));
  }

  @Test
  void recordsThatFlinkSkipsAreNotCounted() throws IOException {
    assertThat(all(SCHEMA, true, "1,a,x\nbad\n2,b,y\n"))
        .extracting(RowCursor.Found::text)
        .containsExactly("1,a,x", "2,b,y");
  }

  @Test
  void aLineARowIsFoundByCountingLineEnds() throws IOException {
    try (LineCursor cursor = new LineCursor(bytes("1,a\r\n2,b\n3,ü"), '"', line -> Map.of())) {
      assertThat(cursor.to(1).text()).isEqualTo("1,a");
      RowCursor.Found third = cursor.to(3);
      assertThat(third.text()).isEqualTo("3,ü");
      assertThat(third.line()).isEqualTo(3);
      assertThat(cursor.to(4)).isNull();
    }
  }

  @Test
  void aQuoteAsksForTheOtherCursor() throws IOException {
    try (LineCursor cursor = new LineCursor(bytes("1,a\n2,\"b\"\n"), '"', line -> Map.of())) {
      assertThat(cursor.back(1)).isFalse();
      assertThat(cursor.to(1).text()).isEqualTo("1,a");
      assertThatThrownBy(() -> cursor.to(2)).isInstanceOf(RowCursor.NotPlainException.class);
    }
  }

  private static List<RowCursor.Found> all(CsvSchema schema, boolean skipsErrors, String text)
      throws IOException {
    FileFormats.Csv csv =
        new FileFormats.Csv(
            new CsvMapper(),
            schema,
            jsonNode(),
            record -> ((JsonNode) record).size() == 3,
            skipsErrors);
    List<RowCursor.Found> found = new ArrayList<>();
    try (CsvCursor cursor = new CsvCursor(csv, bytes(text))) {
      RowCursor.Found next;
      while ((next = cursor.to(found.size() + 1)) != null) {
        found.add(next);
      }
    }
    return found;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Class<Object> jsonNode() {
    return (Class) JsonNode.class;
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void rowsAreFoundInAnyOrder() throws Exception {
    // Lines of different lengths, more than a block and a stretch of lines hold; the last has no
    // end.
    StringBuilder text = new StringBuilder();
    int rows = 20_000;
    for (int i = 1; i <= rows; i++) {
      text.append(i).append(',').append("x".repeat(i % 23)).append(i < rows ? "\n" : "");
    }
    Path file = Files.writeString(dir.resolve("rows.csv"), text);
    org.apache.flink.core.fs.Path path = new org.apache.flink.core.fs.Path(file.toUri());
    Random random = new Random(1);
    try (LineCursor cursor =
        new LineCursor(path.getFileSystem().open(path), '"', line -> Map.of())) {
      long last = 0;
      for (int i = 0; i < 500; i++) {
        long wanted = i % 100 == 0 ? rows : 1 + random.nextInt(rows);
        if (wanted <= last) {
          assertThat(cursor.back(wanted)).isTrue();
        }
        last = wanted;
        assertThat(cursor.to(wanted).text())
            .startsWith(wanted + ",")
            .hasSize((wanted + ",").length() + (int) (wanted % 23));
        assertThat(cursor.to(rows + 1)).isNull();
        assertThat(cursor.back(wanted)).isTrue();
      }
    }
  }
}
