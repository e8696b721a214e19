package dev.tidemark.cli.rows;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonFactory;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.StreamWriteFeature;
import org.apache.flink.types.RowKind;

/** JSON: an array of objects with an object a line, or the lines alone. */
final class JsonWriter implements ResultWriter {

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).build();

  private final List<ResultColumn> columns;
  private final boolean changelog;
  private final PrintWriter out;
  private final boolean linesOnly;
  private long rows;

  JsonWriter(List<ResultColumn> columns, boolean changelog, PrintWriter out, boolean linesOnly) {
    this.columns = columns;
    this.changelog = changelog;
    this.out = out;
    this.linesOnly = linesOnly;
    if (!linesOnly) {
      out.print("[");
    }
  }

  @Override
  public void row(RowKind kind, ResultRow row) {
    if (!linesOnly) {
      out.print(rows == 0 ? "\n  " : ",\n  ");
    }
    out.print(object(kind, row));
    if (linesOnly) {
      out.print('\n');
    }
    rows++;
  }

  private String object(RowKind kind, ResultRow row) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      if (changelog) {
        json.writeStringField("op", kind.shortString());
      }
      for (int i = 0; i < columns.size(); i++) {
        json.writeFieldName(columns.get(i).name());
        write(json, row.value(i));
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, Object value) throws IOException {
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

  @Override
  public void end() {
    if (!linesOnly) {
      out.print(rows == 0 ? "]\n" : "\n]\n");
    }
    out.flush();
  }
}
