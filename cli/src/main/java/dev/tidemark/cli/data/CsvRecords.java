package dev.tidemark.cli.data;

import dev.tidemark.cli.files.WorkingDirectory;
import dev.tidemark.insight.source.KeptLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import org.apache.commons.text.StringEscapeUtils;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonParseException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonToken;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.dataformat.csv.CsvFactory;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.dataformat.csv.CsvParser;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.dataformat.csv.CsvSchema;

/**
 * Looks for a record in a CSV file by a test. Flink's own parser tells records and fields apart,
 * but without the table's columns, so that it reads records with too few and too many fields too.
 */
final class CsvRecords {

  private static final CsvFactory PARSERS =
      CsvFactory.builder().enable(CsvParser.Feature.WRAP_AS_ARRAY).build();
  private static final int BYTE_ORDER_MARK = '\uFEFF';

  private final Path file;
  private final CsvSchema schema;

  private CsvRecords(Path file, CsvSchema schema) {
    this.file = file;
    this.schema = schema;
  }

  /** The records of a file of a table with these options. Mirrors CsvFileFormatFactory's schema. */
  static CsvRecords of(Path file, Map<String, String> options) {
    CsvSchema.Builder schema = CsvSchema.builder();
    if (options.containsKey("csv.field-delimiter")) {
      String delimiter = StringEscapeUtils.unescapeJava(options.get("csv.field-delimiter"));
      schema.setColumnSeparator(delimiter.charAt(0));
    }
    if (Boolean.parseBoolean(options.get("csv.disable-quote-character"))) {
      schema.disableQuoteChar();
    } else if (options.containsKey("csv.quote-character")) {
      schema.setQuoteChar(options.get("csv.quote-character").charAt(0));
    }
    if (options.containsKey("csv.escape-character")) {
      schema.setEscapeChar(options.get("csv.escape-character").charAt(0));
    }
    schema.setAllowComments(Boolean.parseBoolean(options.get("csv.allow-comments")));
    return new CsvRecords(file, schema.build());
  }

  /**
   * A field.
   *
   * @param value without quotes
   * @param line where it begins, from 1
   * @param column where it begins, from 1
   * @param lineText the line in which it begins
   */
  record Field(String value, int line, int column, String lineText) {}

  /**
   * A record.
   *
   * @param fields at least one
   * @param lastLine the line in which it ends, from 1
   * @param text all of its lines
   * @param failure what the parser says to its last field, or null if it can be read
   */
  record CsvRecord(List<Field> fields, int lastLine, String text, JsonParseException failure) {

    /** The line in which it begins. */
    int line() {
      return fields.get(0).line();
    }
  }

  /** The first record that passes a test, or null. */
  CsvRecord find(Predicate<CsvRecord> test) throws IOException {
    try (KeptLines lines = new KeptLines(open());
        CsvParser parser = PARSERS.createParser(lines)) {
      parser.setSchema(schema);
      parser.nextToken();
      while (parser.nextToken() == JsonToken.START_ARRAY) {
        CsvRecord candidate = next(parser, lines);
        if (test.test(candidate)) {
          return candidate;
        }
        if (candidate.failure() != null && !recovers(parser)) {
          return null;
        }
        lines.forgetBefore(candidate.lastLine());
      }
      return null;
    }
  }

  /** The file's text. What is not UTF-8 becomes U+FFFD here, and does no harm. */
  private BufferedReader open() throws IOException {
    InputStream bytes = Files.newInputStream(WorkingDirectory.resolve(file));
    if (file.toString().endsWith(".gz")) {
      bytes = new GZIPInputStream(bytes);
    }
    BufferedReader text = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8));
    text.mark(1);
    if (text.read() != BYTE_ORDER_MARK) {
      text.reset();
    }
    return text;
  }

  private static CsvRecord next(CsvParser parser, KeptLines lines) throws IOException {
    List<Field> fields = new ArrayList<>();
    JsonParseException failure = null;
    try {
      while (parser.nextToken() == JsonToken.VALUE_STRING) {
        long start = parser.currentTokenLocation().getCharOffset();
        fields.add(field(lines, start, parser.getText()));
      }
    } catch (JsonParseException e) {
      failure = e;
      long start = parser.currentTokenLocation().getCharOffset();
      Field broken = field(lines, start, "");
      String rest = broken.lineText().substring(broken.column() - 1);
      fields.add(new Field(rest, broken.line(), broken.column(), broken.lineText()));
    }
    Field last = fields.get(fields.size() - 1);
    int lastLine = last.line() + (int) last.value().chars().filter(c -> c == '\n').count();
    return new CsvRecord(fields, lastLine, lines.text(fields.get(0).line(), lastLine), failure);
  }

  private static Field field(KeptLines lines, long start, String value) {
    long line = lines.lineAt(start);
    return new Field(value, (int) line, lines.columnAt(start), lines.text(line));
  }

  /** Goes on behind a field that cannot be read, to the end of the record, as Flink does. */
  private static boolean recovers(CsvParser parser) throws IOException {
    try {
      JsonToken token;
      do {
        token = parser.nextToken();
      } while (token == JsonToken.VALUE_STRING);
      return token == JsonToken.END_ARRAY;
    } catch (JsonParseException e) {
      return false;
    }
  }
}
