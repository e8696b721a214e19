package dev.tidemark.cli.inspect;

import java.io.PrintWriter;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** What a command has to say about a script's statements, as one JSON document. */
final class JsonDocument {
  private final ObjectNode root;
  private final ArrayNode statements;

  JsonDocument(String schema) {
    root = new ObjectMapper().createObjectNode();
    root.put("schema", schema);
    statements = root.putArray("statements");
  }

  void add(ObjectNode statement) {
    statements.add(statement);
  }

  void print(PrintWriter out) {
    out.print(root.toPrettyString());
    out.print('\n');
    out.flush();
  }
}
