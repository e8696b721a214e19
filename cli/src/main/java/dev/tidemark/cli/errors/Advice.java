package dev.tidemark.cli.errors;

import dev.tidemark.insight.changelog.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.flink.table.factories.DecodingFormatFactory;
import org.apache.flink.table.factories.EncodingFormatFactory;
import org.apache.flink.table.factories.Factory;

/** What to do about the failures that people meet most. */
final class Advice {

  private record Rule(Predicate<RootCause> fits, Supplier<String> text) {
    Rule(Predicate<RootCause> fits, String text) {
      this(fits, () -> text);
    }
  }

  private static final List<Rule> RULES =
      List.of(
          new Rule(
              message("does not exist or the user running Flink"),
              "check the table's 'path'; a relative one starts at the working directory."),
          new Rule(
              message("Row length mismatch"),
              "complete the row; 'csv.ignore-parse-errors' = 'true' reads missing fields as NULL,"
                  + " which a row time must not be."),
          new Rule(
              message("Too many entries: expected at most"),
              "'csv.ignore-parse-errors' = 'true' leaves such rows out."),
          new Rule(
              message("Missing closing quote for value"),
              "close the quote; where quotes are characters like any other,"
                  + " 'csv.disable-quote-character' = 'true' says so."),
          new Rule(
              message("Expected column separator character"),
              "a quote inside of a quoted value is written twice; the one before this character"
                  + " ends the value."),
          new Rule(
              cause ->
                  cause.involves("NumberFormatException")
                      || cause.involves("DateTimeParseException")
                      || cause.fullMessage().contains("Fail to deserialize at field"),
              "correct the value or the column's type; for CSV, 'csv.ignore-parse-errors' = 'true'"
                  + " reads it as NULL, which a row time must not be."),
          new Rule(
              message("does not look like UTF-8"),
              "Flink reads UTF-8 only: convert the file, for example with iconv."),
          new Rule(
              message("RowTime field should not be null"),
              "a filter in the query comes too late, and 'csv.ignore-parse-errors' makes NULL of a"
                  + " time that is missing or malformed: give the row a time, or make the watermark"
                  + " of a computed column that is never NULL."),
          new Rule(
              message("Could not find any factory for identifier"),
              "correct the name, or add the jar that it comes with by -j JAR."),
          new Rule(message("Could not find any format factory for identifier"), Advice::formats),
          new Rule(
              message("Unsupported options found"),
              "the options that exist are listed above; names of formats stand before theirs, as in"
                  + " 'csv.field-delimiter'."),
          new Rule(
              message("not enough memory"),
              "give the process more heap: TIDEMARK_HEAP=4g tidemark ..., or keep state in RocksDB"
                  + " with -D state.backend.type=rocksdb."),
          new Rule(
              message("No ClusterClientFactory found"),
              "statements about jobs ask a cluster, which --target remote has; the jobs of the other"
                  + " targets end with the process."),
          new Rule(
              cause -> cause.involves("NoClusterException"),
              "start the cluster, or correct rest.address and rest.port; --target tidemark needs"
                  + " no cluster."),
          new Rule(
              cause -> cause.involves("BindException"),
              "another process listens on that port: choose another, or end that process."),
          new Rule(
              cause -> cause.involves("ConnectException"),
              "nothing listens there: start it, or correct the address and port."));

  private Advice() {}

  /**
   * Advice for a failure, if there is any that fits.
   *
   * @param shown the message that is shown, which may say more than the cause does
   */
  static Optional<String> on(RootCause cause, String shown) {
    if (shown.contains("(Permission denied)")) {
      return Optional.of("let the user that runs Tidemark read it, for example with chmod.");
    }
    return RULES.stream()
        .filter(rule -> rule.fits.test(cause))
        .map(rule -> rule.text.get())
        .findFirst()
        .or(() -> Refusal.of(cause.message()).map(Refusal::advice));
  }

  private static String formats() {
    Set<String> names = new TreeSet<>();
    for (Factory factory : ServiceLoader.load(Factory.class)) {
      if (factory instanceof DecodingFormatFactory || factory instanceof EncodingFormatFactory) {
        names.add(factory.factoryIdentifier());
      }
    }
    return "there are "
        + String.join(", ", names)
        + "; others come with a jar, which -j JAR or ADD JAR adds.";
  }

  private static Predicate<RootCause> message(String part) {
    return cause -> cause.message().contains(part);
  }
}
