package dev.tidemark.columnar.csv;

import dev.tidemark.columnar.data.BytesColumn;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.DoubleColumn;
import dev.tidemark.columnar.data.LongColumn;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/**
 * A reader for each type, for what Flink's CsvToRowDataConverters would make of a field. Each takes
 * the usual ways to write a value and leaves the rest to Flink.
 */
final class FieldReaders {
  static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Eight digits less this are their values. */
  static final long ZEROES = 0x3030303030303030L;

  private static final long SIXES = 0x0606060606060606L;
  private static final long UPPER_HALVES = 0xF0F0F0F0F0F0F0F0L;

  static final long[] POWERS = new long[19];
  private static final double[] DOUBLE_POWERS = new double[23];

  /** Up to here a double holds every whole number. */
  private static final long EXACT = 1L << 53;

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10;
    }
    for (int i = 0; i < DOUBLE_POWERS.length; i++) {
      DOUBLE_POWERS[i] = Double.parseDouble("1e" + i);
    }
  }

  private FieldReaders() {}

  /** Whether fields of a type can be read here. */
  static boolean reads(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          DOUBLE,
          CHAR,
          VARCHAR,
          BOOLEAN,
          DATE,
          TIMESTAMP_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          true;
      case DECIMAL -> ((DecimalType) type).getPrecision() <= 18;
      default -> false;
    };
  }

  /** Whether a field of a type is a date, with a time or not, and so has no delimiter in it. */
  static boolean isDate(LogicalType type) {
    return type.is(LogicalTypeRoot.DATE) || type.is(LogicalTypeFamily.TIMESTAMP);
  }

  static FieldReader of(LogicalType type, CsvDialect dialect) {
    return switch (type.getTypeRoot()) {
      case TINYINT -> integers(Byte.MIN_VALUE, Byte.MAX_VALUE);
      case SMALLINT -> integers(Short.MIN_VALUE, Short.MAX_VALUE);
      case INTEGER -> integers(Integer.MIN_VALUE, Integer.MAX_VALUE);
      case BIGINT -> integers(Long.MIN_VALUE, Long.MAX_VALUE);
      case DOUBLE -> FieldReaders::doubles;
      case DECIMAL -> decimals((DecimalType) type);
      case BOOLEAN -> FieldReaders::booleans;
      case DATE -> FieldReaders::dates;
      case TIMESTAMP_WITHOUT_TIME_ZONE -> new TimestampReader(false);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> new TimestampReader(true);
      case CHAR, VARCHAR -> strings(dialect);
      default -> throw new IllegalArgumentException("no reader for " + type);
    };
  }

  private static FieldReader integers(long least, long most) {
    return (buffer, records, field, into) -> {
      long[] values = ((LongColumn) into).values;
      for (int i = 0; i < records.count; i++) {
        int at = records.start(i, field);
        int end = records.end(i, field);
        boolean negative = at < end && buffer[at] == '-';
        if (negative) {
          at++;
        }
        if (at >= end || end - at > 18) {
          return i;
        }
        long value = number(buffer, at, end);
        if (value < 0) {
          return i;
        }
        value = negative ? -value : value;
        if (value < least || value > most) {
          return i;
        }
        values[i] = value;
      }
      return records.count;
    };
  }

  /** The number that 1 to 18 digits are; negative if they are none. */
  static long number(byte[] buffer, int start, int end) {
    int length = end - start;
    if (length <= 8) {
      return fewDigits(buffer, start, length);
    }
    long upper =
        length <= 16 ? fewDigits(buffer, start, length - 8) : number(buffer, start, end - 8);
    long lower = fewDigits(buffer, end - 8, 8);
    return (upper | lower) < 0 ? -1 : upper * 100_000_000 + lower;
  }

  /** All of up to eight digits at once: pairs of them, then pairs of pairs. */
  private static long fewDigits(byte[] buffer, int start, int length) {
    long digits = ((long) LONGS.get(buffer, start) ^ ZEROES) << (64 - 8 * length);
    if (!areDigits(digits)) {
      return -1;
    }
    long pairs = digits * 10 + (digits >>> 8);
    long ends = 0x000000FF_000000FFL;
    return (((pairs & ends) * (100 + (1_000_000L << 32)))
            + ((pairs >>> 16 & ends) * (1 + (10_000L << 32))))
        >>> 32;
  }

  /** Whether no byte is more than 9. */
  static boolean areDigits(long bytes) {
    return (((bytes + SIXES) | bytes) & UPPER_HALVES) == 0;
  }

  /** Exact where mantissa and power of ten are: one division rounds correctly then (Clinger). */
  private static int doubles(byte[] buffer, Records records, int field, Column into) {
    double[] values = ((DoubleColumn) into).values;
    for (int i = 0; i < records.count; i++) {
      int at = records.start(i, field);
      int end = records.end(i, field);
      boolean negative = at < end && buffer[at] == '-';
      if (negative) {
        at++;
      }
      if (at >= end || end - at > 19) {
        return i;
      }
      long mantissa = 0;
      int point = -1;
      int digits = 0;
      for (; at < end; at++) {
        int digit = buffer[at] - '0';
        if (digit >= 0 && digit <= 9) {
          mantissa = mantissa * 10 + digit;
          digits++;
        } else if (digit == '.' - '0' && point < 0) {
          point = at;
        } else {
          return i;
        }
      }
      if (digits == 0 || digits > 18 || mantissa > EXACT) {
        return i;
      }
      double value = mantissa;
      if (point >= 0) {
        value /= DOUBLE_POWERS[end - point - 1];
      }
      values[i] = negative ? -value : value;
    }
    return records.count;
  }

  private static FieldReader decimals(DecimalType type) {
    int scale = type.getScale();
    long limit = POWERS[type.getPrecision()];
    return (buffer, records, field, into) -> {
      long[] values = ((LongColumn) into).values;
      for (int i = 0; i < records.count; i++) {
        int at = records.start(i, field);
        int end = records.end(i, field);
        boolean negative = at < end && buffer[at] == '-';
        if (negative) {
          at++;
        }
        if (at >= end || end - at > 18) {
          return i;
        }
        long unscaled = 0;
        int point = end;
        int digits = 0;
        for (; at < end; at++) {
          int digit = buffer[at] - '0';
          if (digit >= 0 && digit <= 9) {
            unscaled = unscaled * 10 + digit;
            digits++;
          } else if (digit == '.' - '0' && point == end) {
            point = at;
          } else {
            return i;
          }
        }
        int missing = scale - Math.max(0, end - point - 1);
        if (digits == 0 || missing < 0 || digits + missing > 18) {
          return i; // Flink rounds
        }
        unscaled *= POWERS[missing];
        if (unscaled >= limit) {
          return i;
        }
        values[i] = negative ? -unscaled : unscaled;
      }
      return records.count;
    };
  }

  private static int booleans(byte[] buffer, Records records, int field, Column into) {
    long[] values = ((LongColumn) into).values;
    for (int i = 0; i < records.count; i++) {
      int start = records.start(i, field);
      int length = records.end(i, field) - start;
      if (length == 4 && matches(buffer, start, "true")) {
        values[i] = 1;
      } else if (length == 5 && matches(buffer, start, "false")) {
        values[i] = 0;
      } else {
        return i;
      }
    }
    return records.count;
  }

  private static boolean matches(byte[] buffer, int start, String text) {
    for (int i = 0; i < text.length(); i++) {
      if (buffer[start + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static int dates(byte[] buffer, Records records, int field, Column into) {
    long[] values = ((LongColumn) into).values;
    for (int i = 0; i < records.count; i++) {
      int start = records.start(i, field);
      long day = records.end(i, field) - start == 10 ? Dates.day(buffer, start) : Dates.UNREADABLE;
      // Date.valueOf counts in the Julian calendar before 1582.
      if (day == Dates.UNREADABLE || day < 0) {
        return i;
      }
      values[i] = day;
    }
    return records.count;
  }

  private static FieldReader strings(CsvDialect dialect) {
    byte[] nullLiteral = dialect.nullLiteral();
    boolean emptyIsNull = dialect.emptyIsNull();
    return (buffer, records, field, into) -> {
      BytesColumn column = (BytesColumn) into;
      column.over(buffer);
      for (int i = 0; i < records.count; i++) {
        int start = records.start(i, field);
        int end = records.end(i, field);
        column.starts[i] = start;
        column.lengths[i] = end - start;
        boolean isNull =
            (emptyIsNull && start == end)
                || (nullLiteral != null
                    && Arrays.equals(buffer, start, end, nullLiteral, 0, nullLiteral.length));
        if (isNull) {
          column.setNull(i);
        }
      }
      return records.count;
    };
  }
}
