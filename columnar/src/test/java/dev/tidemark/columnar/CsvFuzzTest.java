package dev.tidemark.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.csv.CsvScan;
import dev.tidemark.columnar.csv.CsvScanner;
import dev.tidemark.columnar.csv.ReadAhead;
import dev.tidemark.columnar.csv.Scanner;
import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.Columns;
import dev.tidemark.columnar.source.Scans;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.reader.StreamFormat;
import org.apache.flink.connector.file.src.util.RecordAndPosition;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;

/**
 * The scanner against Flink's own format over arbitrary files: the same rows, and where one cannot
 * be read the same rows before it and the same words about it. The files are the same each time;
 * {@code -Dtidemark.fuzz.seed=N} makes others and {@code -Djqwik.tries.default=N} more of them.
 */
class CsvFuzzTest {
  private static final String[] PIECES = {
    ",",
    ",",
    ",",
    ",",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "\"",
    "\"\"",
    "\\",
    "#",
    ";",
    " ",
    "'",
    "0",
    "7",
    "12",
    "-3",
    "1.5",
    "-0.25",
    "1e5",
    "NaN",
    "abc",
    "x y",
    "é",
    "日本",
    "\uFEFF",
    "😀",
    "n/a",
    "\0",
    "true",
    "2024-02-29 12:34:56",
    "1969-12-31 23:59:59.5",
    "2024-13-01 00:00:00",
    "2024-01-01"
  };
  private static final String[] SHORT_PIECES = {
    "\uFEFF", "\"", ",", "\n", "\r", "1", " ", "\\", "é", "\0", "1,a,2,"
  };
  private static final byte[] ODD_BYTES = {
    (byte) 0x80, (byte) 0xC3, (byte) 0xFF, (byte) 0xED, 0x1A
  };
  private static final String[] OPTIONS = {
    "",
    "'csv.ignore-parse-errors' = 'true'",
    "'csv.null-literal' = 'n/a'",
    "'csv.escape-character' = '\\'",
    "'csv.field-delimiter' = ';'",
    "'csv.empty-string-as-null' = 'true'",
    "'csv.disable-quote-character' = 'true'"
  };

  private static Path file;
  private static final List<CsvScan> SCANS = new ArrayList<>();

  @BeforeContainer
  static void plan() throws Exception {
    file = Files.createTempFile("fuzz", ".csv");
    for (String option : OPTIONS) {
      TableEnvironment environment = Runs.environment(true, Map.of());
      String columns = "a INT, b STRING, c DOUBLE, d TIMESTAMP(3)";
      environment.executeSql(new Table(file, columns, option).ddl());
      for (String chosen : List.of("a, b, c, d", "b", "d, a")) {
        String sink = "s" + SCANS.size();
        environment.executeSql(
            "CREATE TABLE "
                + sink
                + " ("
                + declared(chosen)
                + ") WITH ('connector' = 'blackhole')");
        SCANS.add(Scans.of(environment, "INSERT INTO " + sink + " SELECT " + chosen + " FROM t"));
      }
    }
  }

  private static String declared(String chosen) {
    List<String> columns = new ArrayList<>();
    for (String each : chosen.split(", ", -1)) {
      String type =
          switch (each) {
            case "a" -> "INT";
            case "b" -> "STRING";
            case "c" -> "DOUBLE";
            default -> "TIMESTAMP(3)";
          };
      columns.add(each + " " + type);
    }
    return String.join(", ", columns);
  }

  @AfterContainer
  static void remove() throws Exception {
    Files.delete(file);
  }

  @Property(seed = "20261130")
  void anyBytes(@ForAll long drawn) throws Exception {
    long seed = drawn ^ Long.getLong("tidemark.fuzz.seed", 0);
    Random random = new Random(seed);
    byte[] content = random.nextBoolean() ? records(random) : pieces(random);
    // Flink reads little at a time, so that what is held back for its failures shows.
    Configuration configuration = new Configuration();
    if (random.nextBoolean()) {
      configuration.set(StreamFormat.FETCH_IO_SIZE, new MemorySize(1 + random.nextInt(20_000)));
    }
    for (CsvScan scan : SCANS) {
      int capacity = new int[] {1, 2, 7, 4096}[random.nextInt(4)];
      check(content, scan, configuration, capacity, "seed " + seed);
    }
  }

  /** Nothing is too short to go wrong: a byte order mark alone once did. */
  @Example
  void allShortFiles() throws Exception {
    int dialects = OPTIONS.length;
    int files = 0;
    for (int length = 0; length <= 3; length++) {
      int count = (int) Math.pow(SHORT_PIECES.length, length);
      for (int number = 0; number < count; number++) {
        StringBuilder content = new StringBuilder();
        for (int i = 0, rest = number; i < length; i++, rest /= SHORT_PIECES.length) {
          content.append(SHORT_PIECES[rest % SHORT_PIECES.length]);
        }
        CsvScan scan = SCANS.get(files % dialects * (SCANS.size() / dialects) + 1);
        byte[] bytes = content.toString().getBytes(StandardCharsets.UTF_8);
        check(bytes, scan, new Configuration(), 7, "file " + files);
        files++;
      }
    }
    assertThat(files).isEqualTo(1 + 11 + 11 * 11 + 11 * 11 * 11);
  }

  private static void check(
      byte[] content, CsvScan scan, Configuration configuration, int capacity, String what)
      throws Exception {
    Files.write(file, content);
    List<String> flink = flink(scan, configuration);
    assertThat(columnar(scan, configuration, capacity))
        .as(
            "%s, %s, errors skipped: %s, capacity %d, content:%n%s",
            what,
            scan.dialect(),
            scan.skipsErrors(),
            capacity,
            new String(content, StandardCharsets.UTF_8))
        .isEqualTo(flink);
  }

  /** Mostly good records, many enough that a file takes Flink several reads. */
  private static byte[] records(Random random) {
    StringBuilder content = new StringBuilder();
    int rows = random.nextInt(random.nextInt(10) == 0 ? 3000 : 30);
    char delimiter = random.nextInt(4) == 0 ? ';' : ',';
    int odd = 1 + random.nextInt(200);
    for (int i = 0; i < rows; i++) {
      content.append(random.nextInt(1000)).append(delimiter);
      content.append(random.nextBoolean() ? "name " + i : "\"n" + i + "\"").append(delimiter);
      content.append(random.nextInt(10_000) / 8.0).append(delimiter);
      content.append("2024-01-0").append(1 + random.nextInt(9)).append(" 00:00:00");
      if (random.nextInt(odd) == 0) {
        content.append(PIECES[random.nextInt(PIECES.length)]);
      }
      content.append(i == rows - 1 && random.nextBoolean() ? "" : "\n");
    }
    return content.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] pieces(Random random) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    int count = random.nextInt(60);
    for (int i = 0; i < count; i++) {
      if (random.nextInt(60) == 0) {
        content.write(ODD_BYTES[random.nextInt(ODD_BYTES.length)]);
      } else {
        content.writeBytes(PIECES[random.nextInt(PIECES.length)].getBytes(StandardCharsets.UTF_8));
      }
    }
    return content.toByteArray();
  }

  private static List<String> flink(CsvScan scan, Configuration configuration) throws Exception {
    List<String> rows = new ArrayList<>();
    long length = Files.size(file);
    FileSourceSplit split =
        new FileSourceSplit(
            "1", new org.apache.flink.core.fs.Path(file.toUri()), 0, length, 0, length);
    if (length == 0) {
      return rows;
    }
    try (BulkFormat.Reader<RowData> reader = scan.format().createReader(configuration, split)) {
      BulkFormat.RecordIterator<RowData> batch = reader.readBatch();
      while (batch != null) {
        RecordAndPosition<RowData> next = batch.next();
        while (next != null) {
          rows.add(next.getRecord().toString());
          next = batch.next();
        }
        batch = reader.readBatch();
      }
    } catch (Exception e) {
      rows.add(e.toString());
    }
    return rows;
  }

  private static List<String> columnar(CsvScan scan, Configuration configuration, int capacity) {
    List<String> rows = new ArrayList<>();
    try (Scanner scanner = scanner(scan, configuration, capacity)) {
      Batch batch = scanner.next();
      while (batch != null) {
        for (int row = 0; row < batch.rows; row++) {
          GenericRowData made = new GenericRowData(batch.columns.length);
          for (int i = 0; i < batch.columns.length; i++) {
            made.setField(i, Columns.value(scan.types()[i], batch.columns[i], row));
          }
          rows.add(made.toString());
        }
        scanner.release();
        batch = scanner.next();
      }
    } catch (Exception e) {
      rows.add(e.toString());
    }
    return rows;
  }

  private static Scanner scanner(CsvScan scan, Configuration configuration, int capacity)
      throws Exception {
    CsvScanner plain = new CsvScanner(scan, capacity, configuration);
    return capacity == 7 ? plain : new ReadAhead(plain);
  }
}
