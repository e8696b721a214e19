package dev.tidemark.insight.run;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;
import org.apache.flink.table.utils.DateTimeUtils;

/** Reads Flink's internal values as plain ones: null, Boolean, Number, String, List, Map. */
public final class ValueReader {

  private static final TimeZone UTC = TimeZone.getTimeZone("UTC");

  private final TimeZone zone;

  /** Creates a reader that shows TIMESTAMP_LTZ in a time zone. */
  public ValueReader(ZoneId zone) {
    this.zone = TimeZone.getTimeZone(zone);
  }

  /** A column of a row. */
  public Object read(RowData row, int column, LogicalType type) {
    return plain(RowData.createFieldGetter(type, column).getFieldOrNull(row), type);
  }

  private Object plain(Object value, LogicalType type) {
    if (value == null) {
      return null;
    }
    return switch (type.getTypeRoot()) {
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, FLOAT, DOUBLE -> value;
      case DECIMAL -> ((DecimalData) value).toBigDecimal();
      case DATE -> LocalDate.ofEpochDay((Integer) value).toString();
      case TIME_WITHOUT_TIME_ZONE -> LocalTime.ofNanoOfDay((Integer) value * 1_000_000L).toString();
      case TIMESTAMP_WITHOUT_TIME_ZONE ->
          DateTimeUtils.formatTimestamp(
              (TimestampData) value, UTC, LogicalTypeChecks.getPrecision(type));
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          DateTimeUtils.formatTimestamp(
              (TimestampData) value, zone, LogicalTypeChecks.getPrecision(type));
      case INTERVAL_YEAR_MONTH -> yearsAndMonths((Integer) value);
      case INTERVAL_DAY_TIME -> daysAndTime((Long) value);
      case BINARY, VARBINARY -> Base64.getEncoder().encodeToString((byte[]) value);
      case ARRAY -> list((ArrayData) value, ((ArrayType) type).getElementType());
      case MAP ->
          map((MapData) value, ((MapType) type).getKeyType(), ((MapType) type).getValueType());
      case MULTISET -> map((MapData) value, ((MultisetType) type).getElementType(), new IntType());
      case ROW, STRUCTURED_TYPE -> fields((RowData) value, type);
      default -> value.toString();
    };
  }

  /** As Flink casts INTERVAL YEAR TO MONTH to STRING: +1-02. */
  private static String yearsAndMonths(int months) {
    int size = Math.abs(months);
    return String.format(Locale.ROOT, "%s%d-%02d", months < 0 ? "-" : "+", size / 12, size % 12);
  }

  /** As Flink casts INTERVAL DAY TO SECOND to STRING: +1 02:03:04.005. */
  private static String daysAndTime(long millis) {
    Duration size = Duration.ofMillis(Math.abs(millis));
    return String.format(
        Locale.ROOT,
        "%s%d %02d:%02d:%02d.%03d",
        millis < 0 ? "-" : "+",
        size.toDays(),
        size.toHoursPart(),
        size.toMinutesPart(),
        size.toSecondsPart(),
        size.toMillisPart());
  }

  private List<Object> list(ArrayData array, LogicalType elementType) {
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(elementType);
    List<Object> list = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      list.add(plain(getter.getElementOrNull(array, i), elementType));
    }
    return list;
  }

  private Map<Object, Object> map(MapData map, LogicalType keyType, LogicalType valueType) {
    List<Object> keys = list(map.keyArray(), keyType);
    List<Object> values = list(map.valueArray(), valueType);
    Map<Object, Object> entries = new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      entries.put(keys.get(i), values.get(i));
    }
    return entries;
  }

  private Map<Object, Object> fields(RowData row, LogicalType type) {
    List<String> names = LogicalTypeChecks.getFieldNames(type);
    Map<Object, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      fields.put(names.get(i), read(row, i, type.getChildren().get(i)));
    }
    return fields;
  }
}
