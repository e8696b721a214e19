package dev.tidemark.insight.report;

import dev.tidemark.insight.changelog.ChangelogProbe;
import dev.tidemark.insight.changelog.DeclaredPlan;
import dev.tidemark.insight.ledger.DropJson;
import dev.tidemark.insight.run.Probe;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.sweep.FirstPass;
import dev.tidemark.insight.sweep.SweepProbe;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

  /** Rows of each kind that the report shows of what an operator emits. */
  public static final int FIRST_CHANGES = 10;

  /** Rows that a result may have at once before its final state is not shown. */
  private static final int ROWS_OF_RESULT = 10_000;

  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

  private final Path file;
  private final Path part;
  private final List<Section> statements = new ArrayList<>();

  /** A part of the report, on one statement. */
  interface Section {
    /** Where the statement stands. */
    String statement();

    /** What it comes to. */
    String conclusion();

    /** Everything as JSON; report.js reads it. */
    ObjectNode json(ReportSize size);
  }

  private record RefusedStatement(String statement, String conclusion) implements Section {
    @Override
    public ObjectNode json(ReportSize size) {
      ObjectNode node = DropJson.object();
      node.put("statement", statement);
      node.put("refused", conclusion);
      return node;
    }
  }

  /** Begins the file. */
  public ReportFile(Path file) throws IOException {
    this.file = file;
    this.part = file.resolveSibling(file.getFileName() + ".part");
    Files.writeString(part, "");
    // Ctrl-C may come before anything else that would take it away.
    part.toFile().deleteOnExit();
  }

  /**
   * What has to look at a run for {@link #add}.
   *
   * @param plan what the planner has said about the statement
   */
  public static List<Probe> probes(DeclaredPlan plan) {
    return List.of(
        new TimelineProbe(),
        new SweepProbe(),
        new ChangelogProbe(plan, ROWS_OF_RESULT, FIRST_CHANGES));
  }

  /**
   * A run is over.
   *
   * @param statement where the statement stands that started it
   * @param sweep what the run tells of other delays, read when the report is complete; null for
   *     nothing
   */
  public void add(String statement, RunInsight run, FirstPass sweep) {
    statements.add(new StatementReport(statement, run, sweep));
  }

  /**
   * A statement was refused by the planner.
   *
   * @param why the refusal as people read it
   */
  public void refused(String statement, String why) {
    statements.add(new RefusedStatement(statement, why));
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
    for (Section statement : statements) {
      all.add(statement.json(size));
      verdicts
          .append("<p>")
          .append(escaped(statement.statement() + ": " + statement.conclusion()))
          .append("</p>\n");
    }
    Map<String, String> parts =
        Map.of(
            "style", resource("report.css"),
            "charts", resources("timeline.js", "sweep.js", "changelog.js"),
            "page", resources("drops.js", "report.js", "document.js"),
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

  /** The styles of the report, for pages that show parts of it. */
  public static String style() {
    return resource("report.css");
  }

  /**
   * The scripts that draw the parts of a report: {@code section(statement, index)} in report.js.
   */
  public static String scripts() {
    return resources("timeline.js", "sweep.js", "changelog.js", "drops.js", "report.js");
  }

  private static String resources(String... names) {
    return Arrays.stream(names).map(ReportFile::resource).collect(Collectors.joining("\n"));
  }

  private static String resource(String name) {
    try (InputStream in = ReportFile.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
