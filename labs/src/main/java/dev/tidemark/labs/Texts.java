package dev.tidemark.labs;

import java.util.List;
import java.util.Map;

/** Sentences by key, with {@code {name}} for what is put in. */
public final class Texts {

  private final Map<String, Spec> sentences;
  private final Spec all;

  /** The sentences of a YAML document. */
  public Texts(Spec all) {
    this.all = all;
    this.sentences = all.map();
  }

  /** Whether there is such a sentence. */
  public boolean has(String key) {
    return sentences.containsKey(key);
  }

  /** Refuses to go on when a sentence is missing. */
  void require(List<String> keys) {
    keys.stream()
        .filter(key -> !has(key))
        .findFirst()
        .ifPresent(
            key -> {
              throw all.wrong("there is no text for '" + key + "'.");
            });
  }

  /**
   * A sentence.
   *
   * @param pairs names and what is put in for them, in turns
   */
  public String get(String key, Object... pairs) {
    if (!has(key)) {
      throw all.wrong("there is no text for '" + key + "'.");
    }
    String text = sentences.get(key).text().strip();
    for (int i = 0; i < pairs.length; i += 2) {
      text = text.replace("{" + pairs[i] + "}", String.valueOf(pairs[i + 1]));
    }
    return text;
  }
}
