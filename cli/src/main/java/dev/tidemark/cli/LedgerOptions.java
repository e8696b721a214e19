package dev.tidemark.cli;

import dev.tidemark.cli.inspect.LateLimit;
import dev.tidemark.cli.inspect.Outputs;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options about dropped rows, for every command that runs a script. */
final class LedgerOptions {

  @Option(
      names = "--ledger",
      paramLabel = "FILE",
      description = "Write every dropped row to this file: .jsonl or .csv.")
  private Path ledger;

  @Option(
      names = "--fail-on-late",
      arity = "0..1",
      paramLabel = "N|N%",
      fallbackValue = "0",
      converter = LimitReader.class,
      description =
          "Exit with 3 if a statement loses more than N rows (default 0), or N per cent of them.")
  private LateLimit limit;

  @Mixin private ReportOptions report;

  /** Reads {@code 10} or {@code 0.5%}. */
  static final class LimitReader implements ITypeConverter<LateLimit> {
    @Override
    public LateLimit convert(String text) {
      LateLimit limit = LateLimit.parse(text);
      if (limit == null) {
        throw new TypeConversionException(
            "'" + text + "' is neither a number of rows, such as 10, nor a share, such as 0.5%.");
      }
      return limit;
    }
  }

  /** What these options ask for. */
  Outputs outputs() {
    return new Outputs(ledger(), limit, report.file());
  }

  private Path ledger() {
    if (ledger != null
        && !ledger.toString().endsWith(".jsonl")
        && !ledger.toString().endsWith(".csv")) {
      throw new UsageException("--ledger " + ledger + ": the name must end in .jsonl or .csv.");
    }
    return ledger;
  }
}
