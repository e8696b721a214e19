package dev.tidemark.insight.text;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;

/** Values of rows as JSON. */
public final class JsonValues {
  private JsonValues() {}

  /**
   * Writes a value.
   *
   * @param value null, or a Boolean, Number, String, List or Map; another one becomes text
   */
  public static void write(JsonGenerator json, Object value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (value instanceof BigDecimal number) {
      json.writeNumber(number);
    } else if (value instanceof Float || value instanceof Double) {
      writeFloating(json, (Number) value);
    } else if (value instanceof Number number) {
      json.writeNumber(number.longValue());
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        write(json, element);
      }
      json.writeEndArray();
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName(String.valueOf(entry.getKey()));
        write(json, entry.getValue());
      }
      json.writeEndObject();
    } else {
      json.writeString(value.toString());
    }
  }

  /** NaN and the infinities are no JSON numbers: they become text. */
  private static void writeFloating(JsonGenerator json, Number value) throws IOException {
    if (!Double.isFinite(value.doubleValue())) {
      json.writeString(value.toString());
    } else if (value instanceof Float single) {
      json.writeNumber(single.floatValue());
    } else {
      json.writeNumber(value.doubleValue());
    }
  }
}
