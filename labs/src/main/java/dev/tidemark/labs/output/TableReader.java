package dev.tidemark.labs.output;

import dev.tidemark.labs.model.Entry;
import dev.tidemark.labs.model.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the tables in an output, line by line. */
final class TableReader {

  /** The first border stands right behind the echoed statement. */
  private static final Pattern BORDER = Pattern.compile("\\+(-+\\+)+$");

  private static final Pattern TOTAL =
      Pattern.compile("(?:[Rr]eceived a total of (\\d{1,18}) rows?|^(\\d{1,18}) rows? in set)");
  private static final String EMPTY_SET = "Empty set";
  private static final String PROMPT = "Flink SQL>";

  private enum Place {
    OUTSIDE,
    HEADER,
    BELOW_HEADER,
    ROWS,
    BELOW
  }

  private final List<ResultTable> tables = new ArrayList<>();
  private Place place = Place.OUTSIDE;
  private String border = "";
  private List<String> header = List.of();
  private final List<String> lines = new ArrayList<>();
  private boolean closed;
  private OptionalLong promised = OptionalLong.empty();

  List<ResultTable> read(String text) {
    text.lines().forEach(this::line);
    end();
    return tables;
  }

  private void line(String line) {
    Matcher total = TOTAL.matcher(line);
    if (line.strip().equals(EMPTY_SET)) {
      end();
      tables.add(new ResultTable(List.of(), false, List.of(), true, OptionalLong.of(0), null));
    } else if (place != Place.OUTSIDE && total.find()) {
      String number = total.group(1) != null ? total.group(1) : total.group(2);
      promised = OptionalLong.of(Long.parseLong(number));
      end();
    } else if (line.startsWith(PROMPT) && !BORDER.matcher(line).find()) {
      end();
    } else {
      tableLine(line);
    }
  }

  private void tableLine(String line) {
    Matcher matcher = BORDER.matcher(line);
    if (matcher.find()) {
      switch (place) {
        case BELOW_HEADER -> place = Place.ROWS;
        case ROWS -> {
          closed = true;
          place = Place.BELOW;
        }
        default -> {
          end();
          border = matcher.group();
          place = Place.HEADER;
        }
      }
    } else if (place == Place.HEADER && line.startsWith("|")) {
      header = cells(line);
      place = Place.BELOW_HEADER;
    } else if (place == Place.ROWS && line.startsWith("|")) {
      lines.add(line);
    }
  }

  /** The table that was being read ends here, finished or not. */
  private void end() {
    if (place == Place.ROWS || place == Place.BELOW || place == Place.BELOW_HEADER) {
      boolean plan = header.size() == 1 && lines.size() == 1 && lines.get(0).startsWith("| == ");
      if (!plan) {
        tables.add(table());
      }
    }
    place = Place.OUTSIDE;
    lines.clear();
    closed = false;
    promised = OptionalLong.empty();
  }

  private ResultTable table() {
    boolean changelog = !header.isEmpty() && header.get(0).equals("op");
    List<String> columns = changelog ? header.subList(1, header.size()) : header;
    List<Entry> entries = new ArrayList<>();
    String misaligned = null;
    for (String line : lines) {
      List<String> cells = cells(line);
      Kind kind = changelog ? Kind.of(cells.get(0)).orElse(null) : Kind.INSERT;
      List<String> values = changelog ? cells.subList(1, cells.size()) : cells;
      boolean cutOff = !closed && entries.size() == lines.size() - 1;
      if (!cutOff
          && (kind == null || values.size() != columns.size() || width(line) != border.length())) {
        misaligned = misaligned == null ? line : misaligned;
      }
      entries.add(new Entry(kind == null ? Kind.INSERT : kind, byColumn(columns, values)));
    }
    // A stream without rows has no lower border of its own.
    boolean complete = closed || (lines.isEmpty() && promised.orElse(-1) == 0);
    return new ResultTable(
        List.copyOf(columns), changelog, entries, complete, promised, misaligned);
  }

  private static Map<String, String> byColumn(List<String> columns, List<String> values) {
    Map<String, String> byColumn = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      byColumn.put(columns.get(i), i < values.size() ? values.get(i) : "");
    }
    return byColumn;
  }

  /** In the columns of a terminal: Chinese characters and the like take two. */
  private static int width(String line) {
    return line.codePoints().map(c -> isWide(c) ? 2 : 1).sum();
  }

  private static boolean isWide(int codePoint) {
    return codePoint >= 0x1100
        && (Character.isIdeographic(codePoint)
            || Character.UnicodeScript.of(codePoint) == Character.UnicodeScript.HANGUL
            || Character.UnicodeScript.of(codePoint) == Character.UnicodeScript.HIRAGANA
            || Character.UnicodeScript.of(codePoint) == Character.UnicodeScript.KATAKANA
            || (codePoint >= 0x3000 && codePoint <= 0x303f)
            || (codePoint >= 0xff01 && codePoint <= 0xff60));
  }

  private static List<String> cells(String line) {
    boolean ended = line.length() > 1 && line.endsWith("|");
    String inner = ended ? line.substring(1, line.length() - 1) : line.substring(1);
    return Arrays.stream(inner.split("\\|", -1)).map(String::strip).toList();
  }
}
