package dev.tidemark.insight.report;

import dev.tidemark.insight.ledger.DropJson;
import dev.tidemark.insight.run.Probe;
import dev.tidemark.insight.run.RunInsight;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The report on a script: one HTML file with its data, styles and script, which asks for nothing
 * else. The same run gives the same bytes. The file takes its name when it is whole; until then it
 * ends in {@code .part}.
 */
public final class ReportFile implements AutoCloseable {
  /** Bytes that the file may have; what it shows is cut until it fits. */
  static final int LARGEST = 4_500_000;

  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

  private final Path file;
  private final Path part;
  private final List<StatementReport> statements = new ArrayList<>();

  /** Begins the file. */
  public ReportFile(Path file) throws IOException {
    this.file = file;
    this.part = file.resolveSibling(file.getFileName() + ".part");
    Files.writeString(part, "");
  }

  /** What has to look at a run for {@link #add}. */
  public static Probe probe() {
    return new TimelineProbe();
  }

  /**
   * A run is over.
   *
   * @param statement where the statement stands that started it
   */
  public void add(String statement, RunInsight run) {
    statements.add(new StatementReport(statement, run));
  }

  /** Every run is in: the file is written and takes its name. */
  public void complete() throws IOException {
    Files.write(part, html());
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(part);
  }

  private byte[] html() {
    ReportSize size = ReportSize.FULL;
    byte[] html = html(size);
    while (html.length > LARGEST && size.smaller() != null) {
      size = size.smaller();
      html = html(size);
    }
    return html;
  }

  private byte[] html(ReportSize size) {
    ObjectNode data = DropJson.object();
    data.put("schema", "tidemark.report/1");
    data.put("textLimit", size.text());
    ArrayNode all = data.putArray("statements");
    StringBuilder verdicts = new StringBuilder();
    for (StatementReport statement : statements) {
      all.add(statement.json(size));
      verdicts
          .append("<p>")
          .append(escaped(statement.statement() + ": " + statement.conclusion()))
          .append("</p>\n");
    }
    Map<String, String> parts =
        Map.of(
            "style", resource("report.css"),
            "timeline", resource("timeline.js"),
            "script", resource("report.js"),
            "data", inScript(data.toString()),
            "verdicts", verdicts.toString());
    // In one pass, so that nothing in the data is taken for a place.
    return PLACE
        .matcher(resource("report.html"))
        .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** JSON that cannot end the script element it stands in, nor begin a comment there. */
  static String inScript(String json) {
    return json.replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String resource(String name) {
    try (InputStream in = ReportFile.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
