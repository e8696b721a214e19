package dev.tidemark.labs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The labs that there are: those that Tidemark brings along, and those of a teacher's folder. */
public final class Labs {

  private static final List<String> BUILT_IN = List.of("watermark", "dedup", "lateness");

  private final Map<String, LabSource> sources = new LinkedHashMap<>();
  private final Map<String, Path> replaced = new LinkedHashMap<>();

  /**
   * Finds the labs.
   *
   * @param folder holds further labs, a folder each; null for none
   */
  public Labs(Path folder) {
    BUILT_IN.forEach(name -> sources.put(name, LabSource.builtIn(name)));
    if (folder == null) {
      return;
    }
    try (Stream<Path> children = Files.list(folder)) {
      children.filter(child -> Files.exists(child.resolve("lab.yaml"))).sorted().forEach(this::add);
    } catch (IOException e) {
      throw new LabException("cannot read the folder of labs " + folder + ".");
    }
  }

  private void add(Path lab) {
    String name = lab.getFileName().toString();
    if (BUILT_IN.contains(name)) {
      replaced.put(name, lab);
    }
    sources.put(name, LabSource.folder(lab));
  }

  /** The labs of a teacher's that stand in place of one that Tidemark brings along, by name. */
  public Map<String, Path> replaced() {
    return Collections.unmodifiableMap(replaced);
  }

  /** Their names. */
  public List<String> names() {
    return List.copyOf(sources.keySet());
  }

  /** The lab of this name; it must be one of {@link #names()}. */
  public Lab lab(String name) {
    return new Lab(name, sources.get(name));
  }

  /** What the grader says whatever the lab. */
  public static Texts messages(Language language) {
    String file = "messages." + language.code() + ".yaml";
    byte[] yaml =
        LabSource.resource(file).orElseThrow(() -> new LabException(file + " is missing."));
    return new Texts(Spec.read(yaml, file));
  }
}
