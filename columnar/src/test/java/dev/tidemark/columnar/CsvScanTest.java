package dev.tidemark.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.csv.CsvScan;
import dev.tidemark.columnar.csv.CsvScanner;
import dev.tidemark.columnar.csv.ReadAhead;
import dev.tidemark.columnar.source.Scans;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.TableEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files as people have them, read in columns and by Flink's own format: the rows must be equal. */
class CsvScanTest {
  private static final String COLUMNS = "a INT, b STRING, c DOUBLE, d TIMESTAMP(3)";

  @TempDir Path folder;

  @Test
  void aScanThatIsGivenUpLeavesNoThread() throws Exception {
    Table table = Table.of(folder, "1\n".repeat(1000), "a INT", "");
    TableEnvironment environment = Runs.environment(true, Map.of());
    environment.executeSql(table.ddl());
    environment.executeSql("CREATE TABLE s (a INT) WITH ('connector' = 'blackhole')");
    CsvScan scan = Scans.of(environment, "INSERT INTO s SELECT a FROM t");
    // 500 batches, of which a few fit between the threads: the other one waits for room.
    ReadAhead ahead = new ReadAhead(new CsvScanner(scan, 2, new Configuration()));
    assertThat(ahead.next().rows).isEqualTo(2);
    Thread scanning =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals("tidemark-scan"))
            .findFirst()
            .orElseThrow();
    while (scanning.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    ahead.close();
    assertThat(scanning.isAlive()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1,x,1.5,2024-01-02 03:04:05\n2,y,2.25,2024-01-02 03:04:06\n",
        "1,x,1.5,2024-01-02 03:04:05\n2,y,2.25,2024-01-02 03:04:06",
        "1,x,1.5,2024-01-02 03:04:05\r\n2,y,2.25,2024-01-02 03:04:06\r\n",
        "1,x,1.5,2024-01-02 03:04:05\r2,y,2.25,2024-01-02 03:04:06\r",
        "1,\"x, y\",1.5,2024-01-02 03:04:05\n2,\"two\nlines\",2,2024-01-02 03:04:06\n",
        "1,\"a \"\"quoted\"\" word\",1,2024-01-02 03:04:05\n2,y,2,2024-01-02 03:04:06\n",
        "1,it's 5\" wide,1,2024-01-02 03:04:05\n2,\"\",2,2024-01-02 03:04:06\n",
        "1,\"x\" ,1,2024-01-02 03:04:05\n2,y,2,2024-01-02 03:04:06\n",
        "1,\"x\"z,1,2024-01-02 03:04:05\n2,y,2,2024-01-02 03:04:06\n",
        "1,\"never closed,1,2024-01-02 03:04:05\n2,y,2,2024-01-02 03:04:06\n",
        " 1 , x ,1e3,2024-01-02 03:04:05\n-0,,-0.0,2024-01-02 03:04:05.123456789\n",
        "1,x,NaN,2024-01-02 03:04:05\n2,y,Infinity,2024-01-02 03:04:05.5\n+3,z,.5,2024-02-29 00:00:00\n",
        "1,日本語,1,2024-01-02 03:04:05\n2,äöü€,123456789.123456789,2024-01-02 23:59:59.999\n",
        "1,😀,1,2024-01-02 03:04:05\n2,y,12345678901234567890,2024-01-02 03:04:06\n",
        "1,x,1,2024-01-02 03:04:05\n\n2,y,2,2024-01-02 03:04:06\n",
        "\n1,x,1,2024-01-02 03:04:05\n",
        "1,x,1,2024-01-02 03:04:05\n2,y\n3,z,3,2024-01-02 03:04:06\n",
        "1,x,1,2024-01-02 03:04:05,more\n3,z,3,2024-01-02 03:04:06\n",
        "1,x,1,2024-01-02 03:04:05,\n3,z,3,2024-01-02 03:04:06\n",
        "1,x,1,2024-01-02 03:04:05\n2147483648,y,1,2024-01-02 03:04:06\n",
        "1,x,1,2024-01-02 03:04:05\n2,y,1,2023-02-29 03:04:06\n",
        "1,x,1,2024-01-02 24:00:00\n",
        "1,x,1,2024-01-02 3:04:05\n",
        "1,x,1,2024-01-02 03:04\n",
        "1,x,1,1969-12-31 23:59:59.999\n2,y,1,0001-01-01 00:00:00\n3,z,1,9999-12-31 23:59:59\n",
        "1,x,1,1582-10-10 00:00:00\n2,y,1,0000-03-01 00:00:00\n",
        "\uFEFF1,x,1,2024-01-02 03:04:05\n2,y,2,2024-01-02 03:04:06\n",
        "",
        "\n",
        "1\n",
        "1,x,1,\n",
        ",,,\n",
        "1,x,1,2024-01-02 03:04:05\n2,y,abc,2024-01-02 03:04:06\n3,z,3,2024-01-02 03:04:07\n"
      })
  void anyContent(String content) throws Exception {
    Table table = Table.of(folder, content, COLUMNS, "");
    assertSame(table, "SELECT * FROM t", Map.of());
    assertSame(table, "SELECT b, a FROM t", Map.of());
    assertSame(
        Table.of(folder, content, COLUMNS, "'csv.ignore-parse-errors' = 'true'"),
        "SELECT * FROM t",
        Map.of());
  }

  /** The tokenizer jumps to where a date would end, 23 bytes on or as many as the last one had. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2024-01-02 03:04:05.678,x,2024-01-02\n2024-01-02 03:04:59.999,y,2024-12-31\n",
        "2024-01-02 03:04:05.678,x,2024-01-02\r\n2024-01-02 03:05:00.000,y,2024-12-31\r\n",
        "2024-01-02 03:04:05.678,x,2024-01-02\n1,2,3,4,5,6,7,8,9,a,b,x,y,2024-01-02\n",
        "1,2,3,4,5,6,7,8,9,a,b,x,y,2024-01-02\n",
        "a,b,2024-01-02\nd,e,fghij,y,2024-01-02\n",
        "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl,y,2024-01-02\n",
        "\"2024-01-02 03:04:05.67\",x,2024-01-02\n\"2024-01-02 03:04,05,678\",x,2024-01-02\n",
        "\"2024-01-02 03:04:05.678\",x,\"2024-01-02\"\n",
        "2024-01-02 03:04:05.678,x,2024-01-02\n2024-01-02 03:04:60.000,y,2024-01-02\n",
        "2024-01-02 03:04:05.678,x,2024-01-02\n2024-01-02 03:04:0:.000,y,2024-01-02\n",
        "2024-01-02 03:04:05.678,x,2024-01-02\n2024-01-02 03:04:00,000,y,2024-01-02\n",
        "2024-01-02 03:04:05.678,x,2024-01-02\n2024-01-02 03:04:00.00é,2024-01-02\n",
        "2024-01-02 03:04:05.1,x,2024-01-02\n2024-01-02 03:04:05.2,y,2024-01-02\n2024-01-02 03:04:05.33,z,2024-01-02\n",
        "2024-01-02 03:04:05.123456,x,2024-01-02\n2024-01-02 03:04:05.678,y,2024-01-02\n",
        "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\00:01.000,x,2024-01-02\n",
        "2024-01-02 03:04:05.678,x,2024-01-0,\n2024-01-02 03:04:05.678,x,2024-01-0\n,\n",
        "2024-01-02 03:04:05.678,x,2024-01-02",
        "2024-01-02 03:04:05.678,x,1\n1,x,2024-01-02"
      })
  void anyDates(String content) throws Exception {
    String columns = "d TIMESTAMP(3), b STRING, e DATE";
    for (String options : List.of("", "'csv.ignore-parse-errors' = 'true'")) {
      Table table = Table.of(folder, content, columns, options);
      assertSame(table, "SELECT * FROM t", Map.of());
      assertSame(table, "SELECT b, e FROM t", Map.of());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-", ":", ".", " ", "0"})
  void delimitersThatAreInDates(String delimiter) throws Exception {
    String content = "2024-01-02 03:04:05.678,7,2024-01-02\n".replace(",", delimiter).repeat(3);
    Table table =
        Table.of(
            folder,
            content,
            "d TIMESTAMP(3), b STRING, e DATE",
            "'csv.ignore-parse-errors' = 'true', 'csv.field-delimiter' = '" + delimiter + "'");
    assertSame(table, "SELECT * FROM t", Map.of());
  }

  @Test
  void bytesThatAreNoText() throws Exception {
    byte[] content = "1,x?,1,2024-01-02 03:04:05\n".getBytes(StandardCharsets.US_ASCII);
    for (int each : new int[] {0x80, 0xC0, 0xFF, 0xED, 0x00}) {
      content[3] = (byte) each;
      assertSame(Table.of(folder, content, COLUMNS, ""), "SELECT * FROM t", Map.of());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      value = {
        "'csv.field-delimiter' = ';' @ 1;x;1;2024-01-02 03:04:05~2;y,z;2;2024-01-02 03:04:06~",
        "'csv.field-delimiter' = '|' @ 1|x|1|2024-01-02 03:04:05~2|\"y|z\"|2|2024-01-02 03:04:06~",
        "'csv.field-delimiter' = '\\t' @ 1\tx\t1\t2024-01-02 03:04:05~",
        "'csv.quote-character' = '''' @ 1,'x,y',1,2024-01-02 03:04:05~2,\"q,1,2024-01-02 03:04:05~",
        "'csv.quote-character' = '^' @ 1,^x,y^,1,2024-01-02 03:04:05~",
        "'csv.disable-quote-character' = 'true' @ 1,\"x,1,2024-01-02 03:04:05~",
        "'csv.escape-character' = '\\' @ 1,x\\,y,1,2024-01-02 03:04:05~2,\"y\\\"z\",1,2024-01-02 03:04:05~",
        "'csv.null-literal' = 'n/a' @ 1,n/a,1,2024-01-02 03:04:05~n/a,\"n/a\",n/a,n/a~",
        "'csv.null-literal' = '' @ 1,,1,2024-01-02 03:04:05~,x,,~",
        "'csv.empty-string-as-null' = 'true' @ 1,,1,2024-01-02 03:04:05~2,\"\",1,2024-01-02 03:04:05~",
        "'csv.allow-comments' = 'true' @ 1,x,1,2024-01-02 03:04:05~# note~2,y,1,2024-01-02 03:04:05~",
        "'csv.trim-spaces' = 'true' @ 1 , x ,1,2024-01-02 03:04:05~",
        "'csv.allow-trailing-comma' = 'false' @ 1,x,1,2024-01-02 03:04:05,~",
        "'csv.fail-on-missing-columns' = 'true' @ 1,x,1,2024-01-02 03:04:05~2,y~",
        "'csv.ignore-trailing-unmappable' = 'true' @ 1,x,1,2024-01-02 03:04:05,more~2,y,1,2024-01-02 03:04:05~"
      })
  void everyOption(String option, String content) throws Exception {
    Table table = Table.of(folder, content.replace('~', '\n'), COLUMNS, option);
    assertSame(table, "SELECT * FROM t", Map.of());
  }

  @Test
  void everyType() throws Exception {
    String columns =
        "a TINYINT, b SMALLINT, c BIGINT, d DECIMAL(10, 2), e DECIMAL(18, 0), f BOOLEAN, g DATE,"
            + " h TIMESTAMP(9), i TIMESTAMP_LTZ(3), j CHAR(3), k VARCHAR(5)";
    String content =
        """
        127,32767,9223372036854775807,1.5,999999999999999999,true,2024-02-29,2024-01-02 03:04:05.123456789,2024-01-02 03:04:05Z,abc,hello
        -128,-32768,-9223372036854775808,-99999999.99,-1,false,1970-01-01,1969-12-31 23:59:59.5,1969-12-31 23:59:59.5Z,a,a longer one
        0,0,0,0.005,1.5,TRUE,1600-03-01,2024-01-02 03:04:05,2024-01-02 03:04:05.123456789Z,,
        0,0,0,123456789.12,1,no,0004-01-01,2024-01-02 03:04:05,2024-01-02 03:04:05Z,x,y
        """;
    assertSame(Table.of(folder, content, columns, ""), "SELECT * FROM t", Map.of());
  }

  @Test
  void manyRowsAndBatches() throws Exception {
    StringBuilder content = new StringBuilder();
    for (int i = 0; i < 30_000; i++) {
      content.append(i).append(",name ").append(i % 77).append(',').append(i / 8.0);
      content.append(",2024-01-02 03:").append(i % 6).append("4:05\n");
      if (i % 1000 == 999) {
        content.append(i).append(",\"a \"\"b\"\"\",1,2024-01-02 03:04:05\n");
      }
    }
    Table table = Table.of(folder, content.toString(), COLUMNS, "");
    assertSame(table, "SELECT * FROM t", Map.of());
    for (String rows : List.of("1", "2", "7", "4096")) {
      assertSame(table, "SELECT a, b FROM t", Map.of("tidemark.columnar.batch-rows", rows));
    }
  }

  @Test
  void aDirectoryWithCompressedFiles() throws Exception {
    Path directory = Files.createDirectories(folder.resolve("many/deeper"));
    for (int i = 0; i < 5; i++) {
      Path file = (i % 2 == 0 ? directory : directory.getParent()).resolve("part-" + i + ".csv");
      Files.writeString(file, i + ",x,1.5,2024-01-02 03:04:05\n");
    }
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(directory.resolve("part-9.csv.gz")))) {
      out.write("9,packed,2.5,2024-01-02 03:04:05\n".getBytes(StandardCharsets.UTF_8));
    }
    Table table = new Table(directory.getParent(), COLUMNS, "");
    for (boolean columnar : new boolean[] {true, false}) {
      assertThat(Runs.rows(columnar, Map.of(), List.of(table.ddl()), "SELECT a, b FROM t"))
          .containsExactly(
              "+I+I[0, x]",
              "+I+I[2, x]",
              "+I+I[4, x]",
              "+I+I[9, packed]",
              "+I+I[1, x]",
              "+I+I[3, x]");
    }
  }

  private static void assertSame(Table table, String query, Map<String, String> settings) {
    List<String> flink = Runs.rows(false, settings, List.of(table.ddl()), query);
    List<String> columnar = Runs.rows(true, settings, List.of(table.ddl()), query);
    assertThat(columnar).isEqualTo(flink);
  }
}
