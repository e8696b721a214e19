package dev.tidemark.runtime;

import static dev.tidemark.runtime.Programs.batch;
import static dev.tidemark.runtime.Programs.dataStream;
import static dev.tidemark.runtime.Programs.elements;
import static dev.tidemark.runtime.Programs.rows;
import static dev.tidemark.runtime.Programs.streaming;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.base.source.hybrid.HybridSource;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.assigners.SimpleSplitAssigner;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of a directory are read in the order of their paths. Flink's own order follows the
 * addresses of objects, which is that of the paths once in 24! times.
 */
class FileOrderTest {
  private static final int FILES = 24;

  @TempDir Path dir;
  private List<String> inOrder;

  /** Each file has its own name as its only line; some lie deeper; written in any order. */
  @BeforeEach
  void writeFiles() throws IOException {
    List<String> names =
        new ArrayList<>(IntStream.range(0, FILES).mapToObj(FileOrderTest::name).toList());
    inOrder = names.stream().sorted().toList();
    Collections.shuffle(names, new Random(2026));
    for (String name : names) {
      write(dir.resolve("data"), name);
    }
  }

  private static String name(int i) {
    return i % 5 == 0 ? "deep-" + i + "/part" : "part-" + i;
  }

  private static void write(Path folder, String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, name + "\n");
  }

  @Test
  void ofATableInAStream() throws Exception {
    for (int run = 0; run < 3; run++) {
      assertThat(rows(table(streaming(Map.of()), ""), "SELECT name FROM t")).isEqualTo(asRows());
    }
  }

  @Test
  void ofATableInABatch() throws Exception {
    for (int run = 0; run < 3; run++) {
      assertThat(rows(table(batch(Map.of()), ""), "SELECT name FROM t")).isEqualTo(asRows());
    }
  }

  @Test
  void underALimit() throws Exception {
    assertThat(rows(table(streaming(Map.of()), ""), "SELECT name FROM t LIMIT 7"))
        .isEqualTo(asRows().subList(0, 7));
  }

  @Test
  void ofASourceInAProgram() throws Exception {
    for (RuntimeExecutionMode mode :
        List.of(RuntimeExecutionMode.STREAMING, RuntimeExecutionMode.BATCH)) {
      for (int run = 0; run < 3; run++) {
        assertThat(read(mode, files().build())).isEqualTo(inOrder);
      }
    }
  }

  @Test
  void whenThePathsAreGivenOneByOne() throws Exception {
    org.apache.flink.core.fs.Path[] paths =
        reversed().stream()
            .map(
                name ->
                    new org.apache.flink.core.fs.Path(dir.resolve("data").resolve(name).toUri()))
            .toArray(org.apache.flink.core.fs.Path[]::new);
    assertThat(
            read(
                RuntimeExecutionMode.STREAMING,
                FileSource.forRecordStreamFormat(new TextLineInputFormat(), paths).build()))
        .isEqualTo(inOrder);
  }

  /** The program's own assigner stays: this one takes the last file first. */
  @Test
  void underAnAssignerOfTheProgram() throws Exception {
    assertThat(
            read(
                RuntimeExecutionMode.STREAMING,
                files().setSplitAssigner(SimpleSplitAssigner::new).build()))
        .isEqualTo(reversed());
  }

  @Test
  void withinAHybridSource() throws Exception {
    write(dir.resolve("more"), "z");
    write(dir.resolve("more"), "a");
    HybridSource<String> both =
        HybridSource.<String, org.apache.flink.api.connector.source.SplitEnumerator<?, ?>>builder(
                files().build())
            .addSource(files("more").build())
            .build();
    List<String> expected = new ArrayList<>(inOrder);
    expected.addAll(List.of("a", "z"));
    assertThat(read(RuntimeExecutionMode.STREAMING, both)).isEqualTo(expected);
  }

  /** Files that are found together: a folder comes into the watched one with all its files. */
  @Test
  void ofAFolderThatIsWatched() throws Exception {
    TableEnvironment env = table(streaming(Map.of()), ", 'source.monitor-interval' = '50 ms'");
    try (CloseableIterator<Row> results = env.executeSql("SELECT name FROM t").collect()) {
      assertThat(next(results, FILES)).isEqualTo(asRows());
      for (String name : reversed()) {
        write(dir.resolve("later"), name);
      }
      Files.move(dir.resolve("later"), dir.resolve("data/a-later"));
      assertThat(next(results, FILES)).isEqualTo(asRows());
    }
  }

  private static List<String> next(CloseableIterator<Row> results, int count) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(results.next().toString());
    }
    return rows;
  }

  private List<String> reversed() {
    List<String> reversed = new ArrayList<>(inOrder);
    Collections.reverse(reversed);
    return reversed;
  }

  private List<String> asRows() {
    return inOrder.stream().map(name -> "+I[" + name + "]").toList();
  }

  private TableEnvironment table(TableEnvironment env, String options) {
    env.executeSql(
        "CREATE TABLE t (name STRING) WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' ="
            + " '"
            + dir.resolve("data").toUri()
            + "'"
            + options
            + ")");
    return env;
  }

  private FileSource.FileSourceBuilder<String> files() {
    return files("data");
  }

  private FileSource.FileSourceBuilder<String> files(String folder) {
    return FileSource.forRecordStreamFormat(
        new TextLineInputFormat(), new org.apache.flink.core.fs.Path(dir.resolve(folder).toUri()));
  }

  private static List<String> read(RuntimeExecutionMode mode, Source<String, ?, ?> source)
      throws Exception {
    StreamExecutionEnvironment env = dataStream(Map.of());
    env.setRuntimeMode(mode);
    DataStream<String> lines =
        env.fromSource(source, WatermarkStrategy.noWatermarks(), "files", Types.STRING);
    return elements(lines);
  }
}
