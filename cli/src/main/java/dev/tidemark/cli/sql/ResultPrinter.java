package dev.tidemark.cli.sql;

import dev.tidemark.cli.rows.ResultColumn;
import dev.tidemark.cli.rows.ResultWriter;
import dev.tidemark.cli.rows.RowFormat;
import dev.tidemark.insight.run.ValueReader;
import java.io.PrintWriter;
import java.util.List;
import org.apache.flink.table.api.ResultKind;
import org.apache.flink.table.api.internal.TableResultInternal;
import org.apache.flink.table.client.gateway.StatementResult;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.CloseableIterator;

/** Prints results in a format of ours, and tells Flink's client that there is nothing to show. */
final class ResultPrinter {

  private final SqlSession session;
  private final ResultChanges changes;
  private final RowFormat format;
  private final PrintWriter out;
  private boolean first = true;
  private volatile OpenResult open;

  ResultPrinter(SqlSession session, ResultChanges changes, RowFormat format, PrintWriter out) {
    this.session = session;
    this.changes = changes;
    this.format = format;
    this.out = out;
  }

  /**
   * Prints the rows of a result, if it is one that has rows.
   *
   * @param endless whether rows may come for ever
   * @return an empty result for Flink's client
   */
  StatementResult print(StatementResult result, boolean endless) {
    boolean hasRows =
        result.isQueryResult()
            || (result.getJobId() == null && result.getResultKind() != ResultKind.SUCCESS);
    if (hasRows) {
      try (result) {
        printRows(result, result.isQueryResult() && changes.last(), endless);
      }
    }
    return new StatementResult(
        TableResultInternal.TABLE_RESULT_OK.getResolvedSchema(),
        CloseableIterator.empty(),
        false,
        ResultKind.SUCCESS,
        null);
  }

  /** Shows what is written so far. */
  void flush() {
    out.flush();
  }

  private void printRows(StatementResult result, boolean changelog, boolean endless) {
    if (!first && format != RowFormat.JSON && format != RowFormat.JSONL) {
      out.print('\n');
    }
    first = false;
    List<ResultColumn> columns =
        result.getResultSchema().getColumns().stream()
            .map(c -> new ResultColumn(c.getName(), c.getDataType().getLogicalType()))
            .toList();
    ValueReader reader = new ValueReader(session.timeZone());
    // What came before a failure stays printed, and is well-formed.
    try (OpenResult opened = new OpenResult(format.writer(columns, changelog, out), endless)) {
      open = opened;
      while (result.hasNext()) {
        RowData row = result.next();
        opened.row(row.getRowKind(), new Row(result, columns, reader, row));
      }
    }
  }

  /** Ends the result that is being written, because the process ends. */
  void stop() {
    OpenResult current = open;
    if (current != null) {
      current.close();
    }
  }

  private static final class Row implements ResultWriter.ResultRow {

    private final StatementResult result;
    private final List<ResultColumn> columns;
    private final ValueReader reader;
    private final RowData row;
    private String[] texts;

    Row(StatementResult result, List<ResultColumn> columns, ValueReader reader, RowData row) {
      this.result = result;
      this.columns = columns;
      this.reader = reader;
      this.row = row;
    }

    @Override
    public String text(int column) {
      if (texts == null) {
        texts = result.getRowDataToStringConverter().convert(row);
      }
      return row.isNullAt(column) ? null : texts[column];
    }

    @Override
    public Object value(int column) {
      return reader.read(row, column, columns.get(column).type());
    }
  }
}
