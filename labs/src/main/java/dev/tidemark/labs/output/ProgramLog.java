package dev.tidemark.labs.output;

import dev.tidemark.labs.model.Entry;
import dev.tidemark.labs.model.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a program has printed: lines of a word and {@code name=value} pairs. The line {@code end}
 * says how many lines there are of which word; the line {@code predictions} has a JSON object
 * behind it. Other lines do not matter.
 *
 * @param entries the lines, with their word in the column {@code what}
 * @param ends what the lines {@code end} say; a run prints one, as its last
 * @param predictions what the program was given as predictions; null if nothing
 * @param error the first line that tells of a failure; null if there is none
 */
public record ProgramLog(
    List<Entry> entries, List<Map<String, Integer>> ends, String predictions, String error) {

  /** The column with the word that a line begins with. */
  public static final String WHAT = "what";

  /** Characters; the longest is that with the predictions. */
  private static final int LONGEST_LINE = 10_000;

  private static final Pattern LINE = Pattern.compile("([a-z]+)((?:\\s+[a-z_]+=\\S+)+)\\s*");
  private static final Pattern PREDICTIONS = Pattern.compile("predictions (\\{.*})\\s*");
  private static final Pattern ERROR =
      Pattern.compile("(?:tidemark: error: |Exception in thread|Caused by: |\\S*Exception: ).*");

  /** Reads what was saved. */
  public static ProgramLog of(ClientOutput output) {
    List<Entry> entries = new ArrayList<>();
    List<Map<String, Integer>> ends = new ArrayList<>();
    String predictions = null;
    String error = null;
    for (String line : output.text().lines().toList()) {
      if (line.length() > LONGEST_LINE) {
        // None of the program's, and too much for a regular expression.
        continue;
      }
      Matcher told = LINE.matcher(line);
      Matcher given = PREDICTIONS.matcher(line);
      if (given.matches()) {
        predictions = given.group(1);
      } else if (told.matches()) {
        Map<String, String> values = values(told.group(1), told.group(2));
        Optional<Map<String, Integer>> counts = counts(values);
        if (counts.isPresent()) {
          ends.add(counts.get());
        } else {
          entries.add(new Entry(Kind.INSERT, values));
        }
      } else if (error == null && ERROR.matcher(line).lookingAt()) {
        error = line.strip();
      }
    }
    return new ProgramLog(List.copyOf(entries), List.copyOf(ends), predictions, error);
  }

  private static Map<String, String> values(String what, String pairs) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put(WHAT, what);
    for (String pair : pairs.strip().split("\\s+", -1)) {
      String[] halves = pair.split("=", 2);
      values.put(halves[0], halves[1]);
    }
    return values;
  }

  private static Optional<Map<String, Integer>> counts(Map<String, String> values) {
    if (!values.get(WHAT).equals("end")) {
      return Optional.empty();
    }
    Map<String, Integer> counts = new LinkedHashMap<>();
    values.forEach(
        (name, value) -> {
          if (!name.equals(WHAT) && value.matches("\\d{1,9}")) {
            counts.put(name, Integer.parseInt(value));
          }
        });
    return Optional.of(counts);
  }

  /** The first word of which the last line counts more or fewer lines than there are. */
  public Optional<String> miscounted() {
    Map<String, Integer> found = new HashMap<>();
    entries.forEach(entry -> found.merge(entry.values().get(WHAT), 1, Integer::sum));
    return ends.get(0).entrySet().stream()
        .filter(count -> !count.getValue().equals(found.getOrDefault(count.getKey(), 0)))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** A line as the program prints it. */
  public static String print(Entry entry) {
    StringBuilder line = new StringBuilder(entry.values().getOrDefault(WHAT, ""));
    entry
        .values()
        .forEach(
            (name, value) -> {
              if (!name.equals(WHAT) && value != null) {
                line.append(' ').append(name).append('=').append(value);
              }
            });
    return line.toString();
  }
}
