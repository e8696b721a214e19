package dev.tidemark.cli.sql;

import dev.tidemark.cli.rows.RowFormat;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;

/**
 * What {@code tidemark sql} was asked to do.
 *
 * @param configuration Flink's configuration
 * @param init statements that set the session up, or null
 * @param script the statements; null when a person types them
 * @param jars jars for user code
 * @param format how results are printed
 * @param verbose whether stack traces are wanted
 * @param inspection looks into the jobs; null for none
 */
public record SqlRequest(
    Configuration configuration,
    Script init,
    Script script,
    List<URI> jars,
    RowFormat format,
    boolean verbose,
    Inspection inspection) {

  /** Words of the statements that add a jar, or a function with one. */
  private static final Pattern CODE =
      Pattern.compile("\\b(JAR|ARTIFACT)\\b", Pattern.CASE_INSENSITIVE);

  /** Whether what the statements give is printed. */
  boolean printsResults() {
    return inspection == null || inspection.printsResults();
  }

  /** Whether rows are printed in a format of ours, which Flink's client knows nothing of. */
  boolean printsRows() {
    return format != RowFormat.SQL_CLIENT && printsResults();
  }

  /** All statements, those that set the session up first; none if a person types them. */
  public List<String> statements() {
    List<String> statements = new ArrayList<>();
    for (Script each : Arrays.asList(init, script)) {
      if (each != null) {
        statements.addAll(SqlText.statements(each.text()));
      }
    }
    return statements;
  }

  /** Whether the session may get classes that others do not have; in doubt it may. */
  boolean bringsCode() {
    return interactive()
        || !jars.isEmpty()
        || Stream.of(init, script)
            .anyMatch(each -> each != null && CODE.matcher(each.text()).find());
  }

  /** Whether a person types the statements. */
  public boolean interactive() {
    return script == null;
  }
}
