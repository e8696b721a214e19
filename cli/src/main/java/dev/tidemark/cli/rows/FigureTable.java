package dev.tidemark.cli.rows;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.RowKind;

/** A table of a command's own figures, in any of the formats in which results are printed. */
public final class FigureTable {
  private final ResultWriter writer;

  /**
   * @param columns their names; those of numbers begin with {@code >}
   */
  public FigureTable(RowFormat format, PrintWriter out, String... columns) {
    List<ResultColumn> described = new ArrayList<>();
    for (String column : columns) {
      boolean number = column.startsWith(">");
      LogicalType type = number ? new BigIntType() : VarCharType.STRING_TYPE;
      described.add(new ResultColumn(number ? column.substring(1) : column, type));
    }
    this.writer = format.writer(described, false, out);
  }

  /** Adds a row of texts, numbers, truth values and nulls. */
  public void row(Object... values) {
    writer.row(
        RowKind.INSERT,
        new ResultWriter.ResultRow() {
          @Override
          public String text(int column) {
            return values[column] == null ? null : values[column].toString();
          }

          @Override
          public Object value(int column) {
            return values[column];
          }
        });
  }

  /** There are no more rows. */
  public void end() {
    writer.end();
  }
}
