package dev.tidemark.columnar.data;

import java.util.Arrays;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** Which column a type of Flink's is kept in, and the way to and from Flink's rows. */
public final class Columns {
  private Columns() {}

  /** Whether values of a type can be kept in a column. */
  public static boolean holds(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN,
          TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          DATE,
          TIME_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE,
          INTERVAL_DAY_TIME,
          INTERVAL_YEAR_MONTH,
          FLOAT,
          DOUBLE,
          CHAR,
          VARCHAR ->
          true;
      case DECIMAL -> DecimalData.isCompact(((DecimalType) type).getPrecision());
      default -> false;
    };
  }

  /**
   * An empty column for a type. One that no column {@link #holds} becomes an {@link ObjectColumn},
   * which no expression, key or state takes.
   *
   * @param capacity rows
   */
  public static Column of(LogicalType type, int capacity) {
    return switch (type.getTypeRoot()) {
      case FLOAT, DOUBLE -> new DoubleColumn(capacity);
      case CHAR, VARCHAR -> new BytesColumn(capacity);
      default -> holds(type) ? new LongColumn(capacity) : new ObjectColumn(capacity);
    };
  }

  /** A batch for rows of the given types. */
  public static Batch batch(LogicalType[] types, int capacity) {
    Column[] columns = new Column[types.length];
    for (int i = 0; i < types.length; i++) {
      columns[i] = of(types[i], capacity);
    }
    return new Batch(columns);
  }

  /** A value as Flink's internal data structure; null if there is none. */
  public static Object value(LogicalType type, Column column, int row) {
    if (column.isNull(row)) {
      return null;
    }
    if (column instanceof LongColumn longs) {
      return value(type, longs.values[row], longs.nanos == null ? 0 : longs.nanos[row]);
    }
    if (column instanceof DoubleColumn doubles) {
      return value(type, doubles.values[row]);
    }
    if (column instanceof ObjectColumn objects) {
      return objects.values[row];
    }
    BytesColumn strings = (BytesColumn) column;
    int start = strings.starts[row];
    // A copy: the column's array holds the next batch soon.
    return BinaryStringData.fromBytes(
        Arrays.copyOfRange(strings.bytes, start, start + strings.lengths[row]));
  }

  /** A floating-point number as Flink's internal data structure. */
  public static Object value(LogicalType type, double number) {
    if (type.is(LogicalTypeRoot.FLOAT)) {
      return (float) number;
    }
    return number;
  }

  /** A whole number as Flink's internal data structure for a type. */
  public static Object value(LogicalType type, long number, int nanos) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> (Object) (number != 0);
      case TINYINT -> (byte) number;
      case SMALLINT -> (short) number;
      case INTEGER, DATE, TIME_WITHOUT_TIME_ZONE, INTERVAL_YEAR_MONTH -> (int) number;
      case BIGINT, INTERVAL_DAY_TIME -> number;
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          TimestampData.fromEpochMillis(number, nanos);
      case DECIMAL -> {
        DecimalType decimal = (DecimalType) type;
        yield DecimalData.fromUnscaledLong(number, decimal.getPrecision(), decimal.getScale());
      }
      default -> throw new IllegalArgumentException("no whole number: " + type);
    };
  }

  /**
   * Puts a value of one of Flink's rows into a column.
   *
   * @param field its place in the row
   * @param row its place in the column; values must come in rising order
   */
  public static void put(RowData source, int field, LogicalType type, Column column, int row) {
    if (source.isNullAt(field)) {
      column.setNull(row);
      return;
    }
    if (column instanceof LongColumn longs) {
      put(source, field, type, longs, row);
    } else if (column instanceof DoubleColumn doubles) {
      doubles.values[row] =
          type.is(LogicalTypeRoot.FLOAT) ? source.getFloat(field) : source.getDouble(field);
    } else if (column instanceof BytesColumn strings) {
      strings.append(row, source.getString(field).toBytes());
    } else {
      DecimalType decimal = (DecimalType) type;
      ((ObjectColumn) column).values[row] =
          source.getDecimal(field, decimal.getPrecision(), decimal.getScale());
    }
  }

  private static void put(RowData source, int field, LogicalType type, LongColumn column, int row) {
    column.values[row] =
        switch (type.getTypeRoot()) {
          case BOOLEAN -> source.getBoolean(field) ? 1 : 0;
          case TINYINT -> source.getByte(field);
          case SMALLINT -> source.getShort(field);
          case INTEGER, DATE, TIME_WITHOUT_TIME_ZONE, INTERVAL_YEAR_MONTH -> source.getInt(field);
          case BIGINT, INTERVAL_DAY_TIME -> source.getLong(field);
          case DECIMAL -> {
            DecimalType decimal = (DecimalType) type;
            yield source
                .getDecimal(field, decimal.getPrecision(), decimal.getScale())
                .toUnscaledLong();
          }
          case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> {
            TimestampData time = source.getTimestamp(field, LogicalTypeChecks.getPrecision(type));
            column.setNanos(row, time.getNanoOfMillisecond());
            yield time.getMillisecond();
          }
          default -> throw new IllegalArgumentException("no whole number: " + type);
        };
  }
}
