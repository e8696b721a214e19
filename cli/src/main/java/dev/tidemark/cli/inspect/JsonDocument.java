package dev.tidemark.cli.inspect;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.StreamWriteFeature;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.util.DefaultIndenter;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.json.JsonMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What a command has to say about a script's statements, as one JSON document, printed as it grows.
 */
final class JsonDocument {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .build();

  private final PrintWriter out;
  private final String schema;
  private JsonGenerator json;

  JsonDocument(PrintWriter out, String schema) {
    this.out = out;
    this.schema = schema;
  }

  /** Writes the fields of a statement's object. */
  @FunctionalInterface
  interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  void add(ObjectNode statement) {
    write(generator -> generator.writeTree(statement));
  }

  void add(Fields statement) {
    write(
        generator -> {
          generator.writeStartObject();
          statement.write(generator);
          generator.writeEndObject();
        });
  }

  private void write(Fields content) {
    try {
      if (json == null) {
        begin();
      }
      content.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void begin() throws IOException {
    json = JSON.createGenerator(out);
    DefaultIndenter lines = DefaultIndenter.SYSTEM_LINEFEED_INSTANCE.withLinefeed("\n");
    json.setPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(lines));
    json.writeStartObject();
    json.writeStringField("schema", schema);
    json.writeArrayFieldStart("statements");
  }

  /** Nothing follows. */
  void end() {
    write(
        generator -> {
          generator.writeEndArray();
          generator.writeEndObject();
          generator.close();
        });
    out.print('\n');
    out.flush();
  }
}
