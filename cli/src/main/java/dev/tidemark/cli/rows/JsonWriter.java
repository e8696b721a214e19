package dev.tidemark.cli.rows;

import dev.tidemark.insight.text.JsonValues;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonFactory;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.StreamWriteFeature;
import org.apache.flink.types.RowKind;

/** JSON: an array of objects with an object a line, or the lines alone. */
final class JsonWriter implements ResultWriter {

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).build();

  private final List<ResultColumn> columns;
  private final String kindName;
  private final PrintWriter out;
  private final boolean linesOnly;
  private long rows;

  JsonWriter(List<ResultColumn> columns, String kindName, PrintWriter out, boolean linesOnly) {
    this.columns = columns;
    this.kindName = kindName;
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
      if (kindName != null) {
        json.writeStringField(kindName, kind.shortString());
      }
      for (int i = 0; i < columns.size(); i++) {
        json.writeFieldName(columns.get(i).name());
        JsonValues.write(json, row.value(i));
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return text.toString();
  }

  @Override
  public void release() {
    out.flush();
  }

  @Override
  public void end() {
    if (!linesOnly) {
      out.print(rows == 0 ? "]\n" : "\n]\n");
    }
    out.flush();
  }
}
