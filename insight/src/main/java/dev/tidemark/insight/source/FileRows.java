package dev.tidemark.insight.source;

import dev.tidemark.insight.run.SourceRow;
import dev.tidemark.runtime.compat.FileFormats;
import dev.tidemark.runtime.plan.Plan;
import dev.tidemark.runtime.plan.PlanNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.apache.flink.core.fs.Path;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectReader;

/**
 * Looks source rows up in their files. A query reads only the columns that it needs; here the whole
 * row is found again. Asked in the order of the rows, a file is read once; a file with a row a line
 * is not read again from its beginning for an earlier row.
 */
public final class FileRows implements AutoCloseable {
  private final Plan plan;
  private final Map<String, Open> files = new HashMap<>();

  private static final class Open {
    private final FileFormats format;
    private final String shown;
    private RowCursor cursor;
    private boolean plain = true;
    private long last;
    private FileRow found;

    Open(FileFormats format, String shown) {
      this.format = format;
      this.shown = shown;
    }
  }

  public FileRows(Plan plan) {
    this.plan = plan;
  }

  /**
   * Finds rows, each file in one pass.
   *
   * @return by row; those that are not from a file, or whose file cannot be read any more, are left
   *     out
   */
  public static Map<SourceRow, FileRow> find(Plan plan, Collection<SourceRow> rows) {
    List<SourceRow> inOrder =
        rows.stream()
            .filter(Objects::nonNull)
            .distinct()
            .sorted(Comparator.comparingLong(SourceRow::ordinal))
            .toList();
    Map<SourceRow, FileRow> found = new HashMap<>();
    try (FileRows files = new FileRows(plan)) {
      for (SourceRow row : inOrder) {
        FileRow there = files.find(row);
        if (there != null) {
          found.put(row, there);
        }
      }
    }
    return found;
  }

  /**
   * The columns of a source's files, those that the query does not read too; empty if they are not
   * known, or it reads none.
   */
  public List<String> columnsOf(PlanNode source) {
    if (!(FileFormats.of(source.factory()) instanceof FileFormats.Csv csv)) {
      return List.of();
    }
    List<String> columns = new ArrayList<>();
    csv.schema().forEach(column -> columns.add(column.getName()));
    return columns;
  }

  /** Finds a row; null if it is not from a file, or the file cannot be read any more. */
  public FileRow find(SourceRow row) {
    if (row == null || row.file() == null) {
      return null;
    }
    Open open =
        files.computeIfAbsent(
            row.file(),
            f -> new Open(FileFormats.of(plan.nodes().get(row.source()).factory()), shown(f)));
    if (row.fileOrdinal() == open.last) {
      return open.found;
    }
    try {
      open.found = seek(open, row);
      open.last = row.fileOrdinal();
      return open.found;
    } catch (IOException e) {
      // The file has gone or changed since: the row is shown as the query read it.
      return null;
    }
  }

  private static FileRow seek(Open open, SourceRow row) throws IOException {
    if (row.fileOrdinal() < open.last
        && open.cursor != null
        && !open.cursor.back(row.fileOrdinal())) {
      open.cursor.close();
      open.cursor = null;
    }
    RowCursor.Found found;
    try {
      found = to(open, row);
    } catch (RowCursor.NotPlainException e) {
      open.cursor.close();
      open.cursor = null;
      open.plain = false;
      found = to(open, row);
    }
    return found == null
        ? null
        : new FileRow(open.shown, found.line(), found.lastLine(), found.text(), found.columns());
  }

  private static RowCursor.Found to(Open open, SourceRow row) throws IOException {
    if (open.cursor == null) {
      open.cursor = cursor(open, row.file());
    }
    return open.cursor == null ? null : open.cursor.to(row.fileOrdinal());
  }

  private static RowCursor cursor(Open open, String file) throws IOException {
    if (open.format instanceof FileFormats.Csv csv) {
      if (open.plain && isPlain(csv)) {
        int quote = csv.schema().usesQuoteChar() ? csv.schema().getQuoteChar() : -1;
        ObjectReader reader = csv.mapper().readerFor(JsonNode.class).with(csv.schema());
        return new LineCursor(open(file), quote, line -> CsvCursor.values(reader, line));
      }
      return new CsvCursor(csv, open(file));
    }
    if (open.format instanceof FileFormats.Lines lines && !lines.skipsErrors()) {
      return new LineCursor(open(file), -1, line -> Map.of());
    }
    return null;
  }

  private static boolean isPlain(FileFormats.Csv csv) {
    return !csv.skipsErrors()
        && !csv.schema().allowsComments()
        && !csv.schema().skipsFirstDataRow()
        && !csv.schema().usesEscapeChar()
        && csv.schema().getQuoteChar() < 0x80;
  }

  private static InputStream open(String file) throws IOException {
    Path path = new Path(file);
    InputStream in = path.getFileSystem().open(path);
    return file.endsWith(".gz") ? new GZIPInputStream(in, 1 << 16) : in;
  }

  private static String shown(String file) {
    Path path = new Path(file);
    return "file".equals(path.toUri().getScheme()) ? path.getPath() : file;
  }

  @Override
  public void close() {
    files.values().forEach(FileRows::close);
  }

  private static void close(Open open) {
    if (open.cursor == null) {
      return;
    }
    try {
      open.cursor.close();
    } catch (IOException e) {
      // It was only read: nothing is lost.
      return;
    }
  }
}
