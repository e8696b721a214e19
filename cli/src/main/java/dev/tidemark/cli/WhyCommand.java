package dev.tidemark.cli;

import dev.tidemark.cli.inspect.WhyInspection;
import dev.tidemark.cli.sql.SqlRequest;
import dev.tidemark.cli.sql.SqlRun;
import dev.tidemark.insight.why.WantedRow;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code tidemark why}. */
@Command(
    name = "why",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    customSynopsis = "tidemark why [OPTIONS] [--row COLUMN=VALUE | --line N] SCRIPT.sql%n",
    header = "Tells what became of a row, or why there is no output yet.",
    description = {
      "With --row or --line: when the row came, where the watermark was and which row",
      "had moved it there, to which windows the row belongs, what became of each.",
      "Always: where event time stood before the input ended, what held it back, which",
      "windows were open, and the event time that would close them.",
      ""
    },
    optionListHeading = "%nOptions:%n")
final class WhyCommand implements Callable<Integer> {

  private final CliStreams streams;

  @Parameters(arity = "0..1", paramLabel = "SCRIPT.sql", description = "The script to run.")
  private String script;

  @ArgGroup(exclusive = true)
  private Row row;

  @Mixin private SqlOptions options;

  @Mixin private ReportOptions report;

  /** The row that the question is about. */
  static final class Row {
    @Option(
        names = "--row",
        paramLabel = "COLUMN=VALUE",
        description =
            "Rows with this value in a column of the source, read by the query or not. The value is"
                + " the text in the file. Quotes as in SQL may stand around it: 's3' is s3, and ''"
                + " within them is one quote.")
    private String value;

    @Option(
        names = "--line",
        paramLabel = "N",
        converter = LineReader.class,
        description =
            "The row at this line of the source's file, also if it has several; row N where there"
                + " is no file.")
    private Long line;
  }

  /** Reads the number of a line. */
  static final class LineReader implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      try {
        long line = Long.parseLong(text);
        if (line > 0) {
          return line;
        }
      } catch (NumberFormatException e) {
        // The message below says it.
      }
      throw new TypeConversionException(
          "'" + text + "' is not the number of a line; they begin at 1.");
    }
  }

  WhyCommand(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    try (WhyInspection inspection =
        new WhyInspection(streams, wanted(), options.format(), report.outputs())) {
      SqlRequest request = options.request(streams, script, inspection);
      inspection.expect(request.statements());
      return new SqlRun(streams, request).run();
    }
  }

  private WantedRow wanted() {
    if (row == null) {
      return null;
    }
    if (row.line != null) {
      return WantedRow.atLine(row.line);
    }
    int equals = row.value.indexOf('=');
    if (equals < 1) {
      throw new UsageException("--row takes COLUMN=VALUE, for example --row event_id=123.");
    }
    return WantedRow.withValue(
        unquoted(row.value.substring(0, equals).trim(), '`'),
        unquoted(row.value.substring(equals + 1).trim(), '\''));
  }

  /** What SQL means by text in quotes; text without them is meant as it is. */
  static String unquoted(String text, char quote) {
    boolean quoted =
        text.length() > 1 && text.charAt(0) == quote && text.charAt(text.length() - 1) == quote;
    String one = String.valueOf(quote);
    return quoted ? text.substring(1, text.length() - 1).replace(one + one, one) : text;
  }
}
