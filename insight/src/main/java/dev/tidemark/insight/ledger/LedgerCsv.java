package dev.tidemark.insight.ledger;

import dev.tidemark.insight.run.SourceRow;
import dev.tidemark.insight.source.FileRow;
import dev.tidemark.insight.text.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Dropped rows as lines of CSV (RFC 4180), for spreadsheets. */
final class LedgerCsv {
  static final String HEAD =
      "run,operator,reason,whole,source,ordinal,file,line,row_time,watermark,set_by_source,"
          + "set_by_ordinal,set_by_file,set_by_line,late_ms,keeping_delay_ms,missed_windows,row";

  private LedgerCsv() {}

  static String line(int run, List<String> names, Drop drop, FileRow there, FileRow setBy) {
    List<Object> cells = new ArrayList<>();
    cells.add(run);
    cells.add(names.get(drop.node()));
    cells.add(drop.reason().id());
    cells.add(drop.whole());
    place(cells, names, drop.row(), there);
    cells.add(drop.rowTime() == null ? "" : Times.text(drop.rowTime()));
    cells.add(Times.text(drop.watermark()));
    place(cells, names, drop.setBy(), setBy);
    cells.add(drop.late());
    cells.add(drop.keepingDelay().isPresent() ? drop.keepingDelay().getAsLong() : "");
    cells.add(
        drop.missed().stream()
            .map(window -> Times.text(window.start()) + "/" + Times.text(window.end()))
            .collect(Collectors.joining(";")));
    cells.add(
        there != null && !drop.retraction()
            ? there.text()
            : drop.values().values().stream()
                .map(String::valueOf)
                .collect(Collectors.joining(",")));
    return cells.stream().map(LedgerCsv::cell).collect(Collectors.joining(","));
  }

  private static void place(List<Object> cells, List<String> names, SourceRow row, FileRow there) {
    cells.add(row == null ? "" : names.get(row.source()));
    cells.add(row == null ? "" : row.ordinal());
    cells.add(there == null ? "" : there.file());
    cells.add(there == null ? "" : there.line());
  }

  private static String cell(Object value) {
    String text = String.valueOf(value);
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
