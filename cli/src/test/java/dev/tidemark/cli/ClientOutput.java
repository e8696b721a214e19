package dev.tidemark.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What Flink's SQL client printed, without what differs from run to run: colours, timings, job ids,
 * the history file, the user's name, the folder of the data.
 */
final class ClientOutput {

  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;?]*[A-Za-z]");
  private static final Pattern TIMING = Pattern.compile("\\(\\d+(\\.\\d+)? seconds?\\)");
  private static final Pattern JOB_ID = Pattern.compile("(?m)^Job ID: [0-9a-f]{32}$");
  private static final Pattern USER = Pattern.compile("the user running Flink \\('[^']*'\\)");
  private static final Pattern BORDER = Pattern.compile("\\+(-+\\+)+");

  private ClientOutput() {}

  /** The comparable part of an output whose data lies in a folder. */
  static String comparable(String output, String dataFolder) {
    String text = COLOUR.matcher(output).replaceAll("").replace("\r\n", "\n").replace("\r", "");
    text = text.replace(dataFolder, "@DATA@");
    text = text.replaceAll("file:/{2,3}@DATA@", "file:@DATA@");
    text = TIMING.matcher(text).replaceAll("(# seconds)");
    text = JOB_ID.matcher(text).replaceAll("Job ID: #");
    text = USER.matcher(text).replaceAll("the user running Flink ('#')");
    List<String> kept = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      if (!line.startsWith("Command history file path:")
          && !line.startsWith("Successfully initialized from sql script:")) {
        kept.add(line.stripTrailing());
      }
    }
    return String.join("\n", kept).replaceAll("\n{3,}", "\n\n").strip();
  }

  /** The same with the rows of each table sorted, for results that have no order. */
  static String withSortedTables(String comparable) {
    List<String> sorted = new ArrayList<>();
    List<String> rows = new ArrayList<>();
    for (String line : comparable.split("\n", -1)) {
      if (line.startsWith("|") && !BORDER.matcher(line).matches()) {
        rows.add(line);
        continue;
      }
      rows.sort(null);
      sorted.addAll(rows);
      rows.clear();
      sorted.add(line);
    }
    sorted.addAll(rows);
    return String.join("\n", sorted);
  }
}
