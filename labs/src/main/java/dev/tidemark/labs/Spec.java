package dev.tidemark.labs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonProcessingException;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.dataformat.yaml.YAMLFactory;

/**
 * A piece of a lab's YAML that knows where it stands, so that whoever writes a lab is told which
 * word of which file is wrong.
 */
public final class Spec {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private final JsonNode node;
  private final String where;

  private Spec(JsonNode node, String where) {
    this.node = node;
    this.where = where;
  }

  /**
   * Reads a YAML document.
   *
   * @param file how the document is called in messages
   */
  public static Spec read(byte[] yaml, String file) {
    try {
      return new Spec(YAML.readTree(yaml), file);
    } catch (JsonProcessingException e) {
      String reason = e.getOriginalMessage().lines().findFirst().orElse("unreadable");
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw new LabException(file + ":" + line + ": this is not YAML: " + reason);
    } catch (IOException e) {
      throw new LabException(file + ": " + e.getMessage());
    }
  }

  /** An exception that says what is wrong here. */
  public LabException wrong(String what) {
    return new LabException(where + ": " + what);
  }

  /** Refuses keys that nobody reads, which are mistyped ones. */
  public Spec only(String... keys) {
    List<String> known = Arrays.asList(keys);
    for (String key : map().keySet()) {
      if (!known.contains(key)) {
        throw wrong("'" + key + "' is not known here; there are " + String.join(", ", keys) + ".");
      }
    }
    return this;
  }

  /** Whether there is such a key. */
  public boolean has(String key) {
    return node.has(key);
  }

  /** What stands under a key that must be there. */
  public Spec get(String key) {
    if (!node.has(key)) {
      throw wrong("'" + key + "' is missing.");
    }
    return new Spec(node.get(key), where + ": " + key);
  }

  /** This piece as text; numbers and booleans as they are written. */
  public String text() {
    if (!node.isValueNode()) {
      throw wrong("a word is expected here.");
    }
    return node.asText();
  }

  /** Text under a key that must be there. */
  public String text(String key) {
    return get(key).text();
  }

  /** Text under a key, or a default. */
  public String text(String key, String otherwise) {
    return has(key) ? text(key) : otherwise;
  }

  /** A whole number under a key, or a default. */
  public int number(String key, int otherwise) {
    if (!has(key)) {
      return otherwise;
    }
    if (!node.get(key).isInt()) {
      throw get(key).wrong("a whole number is expected here.");
    }
    return node.get(key).asInt();
  }

  /** Whether a switch is on; it is off when absent. */
  public boolean flag(String key) {
    return has(key) && node.get(key).asBoolean();
  }

  /** The elements of a list. */
  public List<Spec> list() {
    if (!node.isArray()) {
      throw wrong("a list is expected here.");
    }
    List<Spec> elements = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      elements.add(new Spec(node.get(i), where + "[" + (i + 1) + "]"));
    }
    return elements;
  }

  /** The elements of the list under a key; none when absent. */
  public List<Spec> list(String key) {
    return has(key) ? get(key).list() : List.of();
  }

  /** The words of the list under a key; none when absent. */
  public List<String> texts(String key) {
    return list(key).stream().map(Spec::text).toList();
  }

  /** Keys and what stands under them, in the order of the file. */
  public Map<String, Spec> map() {
    if (!node.isObject()) {
      throw wrong("keys with values are expected here.");
    }
    Map<String, Spec> entries = new LinkedHashMap<>();
    node.properties()
        .forEach(e -> entries.put(e.getKey(), new Spec(e.getValue(), where + ": " + e.getKey())));
    return entries;
  }

  /** The map under a key; empty when absent. */
  public Map<String, Spec> map(String key) {
    return has(key) ? get(key).map() : Map.of();
  }

  /** The map under a key with its values as text; empty when absent. */
  public Map<String, String> textMap(String key) {
    Map<String, String> texts = new LinkedHashMap<>();
    map(key).forEach((name, value) -> texts.put(name, value.text()));
    return texts;
  }

  /** What stands under this key, anywhere below. */
  public List<String> everywhere(String key) {
    return node.findValuesAsText(key);
  }
}
