package dev.tidemark.labs;

import dev.tidemark.labs.grade.Grader;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A folder in which a lab is done: instructions and data that {@link #start} lays out, and what the
 * learner puts beside them. Nothing of a learner's is ever overwritten or deleted.
 */
public final class LabFolder {

  /** Says which lab a folder belongs to. */
  private static final String MARK = ".tidemark-lab.json";

  private static final String INSTRUCTIONS = "README.md";
  private static final String BACKUP = "backup";
  private static final String DATA = "data";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;

  /** The folder at this path, there or not. */
  public LabFolder(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
  }

  /** Where it is. */
  public Path path() {
    return folder;
  }

  /** The name of the lab that was started here. */
  public Optional<String> startedLab() {
    return mark().map(mark -> mark.path("lab").asText());
  }

  /** The language in which the lab was started here. */
  public Optional<Language> language() {
    return mark().flatMap(mark -> Language.of(mark.path("language").asText()));
  }

  /** Whether the data are where a classroom keeps them. */
  public boolean isClassroom() {
    return mark().map(mark -> mark.path("classroom").asBoolean()).orElse(false);
  }

  private Optional<JsonNode> mark() {
    Path file = folder.resolve(MARK);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (IOException e) {
      throw new LabException("cannot read " + file + ".");
    }
    try {
      JsonNode mark = JSON.readTree(bytes);
      if (mark.path("lab").isTextual()) {
        return Optional.of(mark);
      }
    } catch (IOException e) {
      // No JSON: what to do is the same.
    }
    throw new LabException(
        file
            + " is damaged: it no longer says which lab was started here. Put this line in its"
            + " place, with the lab's name: {\"lab\": \"NAME\", \"language\": \"en\"}");
  }

  /** The folder in which a lab was started, from a folder upwards. */
  public static Optional<LabFolder> around(Path from, String lab) {
    for (Path at = from.toAbsolutePath().normalize(); at != null; at = at.getParent()) {
      LabFolder folder = new LabFolder(at);
      if (folder.startedLab().equals(Optional.of(lab))) {
        return Optional.of(folder);
      }
    }
    return Optional.empty();
  }

  /**
   * Lays out a lab.
   *
   * @param classroom whether the data go where a classroom keeps them; what is there already stays
   * @param home where Tidemark is, for the instructions
   * @throws LabException if there is anything in the folder
   */
  public void start(Lab lab, Language language, boolean classroom, Path home) {
    Optional<String> started = startedLab();
    if (started.isPresent()) {
      throw new LabException(
          "the lab "
              + started.get()
              + " was already started in "
              + folder
              + ". Go on there, or begin anew with: tidemark lab reset "
              + started.get()
              + " --dir "
              + folder);
    }
    if (!children().isEmpty()) {
      throw new LabException(
          folder + " is not empty, and nothing is overwritten: choose another folder with --dir.");
    }
    layOut(lab, language, classroom, home);
  }

  /** Where the data are. */
  public Path data(Lab lab, boolean classroom) {
    return classroom ? Path.of(lab.classroomData()) : folder.resolve(DATA);
  }

  private void layOut(Lab lab, Language language, boolean classroom, Path home) {
    Path data = data(lab, classroom);
    try {
      Files.createDirectories(folder);
      Files.createDirectories(data);
      for (String file : lab.dataFiles()) {
        if (!Files.exists(data.resolve(file))) {
          Files.write(data.resolve(file), lab.data(file));
        }
      }
      for (String file : lab.furtherFiles()) {
        Files.write(folder.resolve(file), lab.furtherFile(file));
      }
      Map<String, String> places =
          Map.of("folder", folder.toString(), "data", data.toString(), "home", home.toString());
      // In a SQL literal an apostrophe is written twice.
      String sql = "file://" + data.toString().replace("'", "''");
      String text = Places.put(lab.instructions(language).replace("file://{{data}}", sql), places);
      Files.writeString(folder.resolve(INSTRUCTIONS), text);
      ObjectNode mark = JSON.createObjectNode();
      mark.put("lab", lab.name());
      mark.put("language", language.code());
      mark.put("classroom", classroom);
      Files.writeString(folder.resolve(MARK), mark.toPrettyString() + "\n");
    } catch (IOException e) {
      throw new LabException("cannot write the lab to " + folder + ": " + reason(e));
    }
  }

  /**
   * Moves all that is in the folder to a backup in it, and lays the lab out anew.
   *
   * @return where the backup is
   */
  public Path reset(Lab lab, Language language, boolean classroom, Path home) {
    if (!startedLab().equals(Optional.of(lab.name()))) {
      throw new LabException(
          "the lab "
              + lab.name()
              + " was not started in "
              + folder
              + ". Name its folder with --dir, or start it: tidemark lab start "
              + lab.name());
    }
    try {
      Path backup = nextBackup();
      Files.createDirectories(backup);
      for (Path child : children()) {
        if (!child.getFileName().toString().equals(BACKUP)) {
          Files.move(child, backup.resolve(child.getFileName()));
        }
      }
      layOut(lab, language, classroom, home);
      return backup;
    } catch (IOException e) {
      throw new LabException("cannot reset " + folder + ": " + reason(e));
    }
  }

  private Path nextBackup() {
    int number = 1;
    while (Files.exists(folder.resolve(BACKUP).resolve(String.valueOf(number)))) {
      number++;
    }
    return folder.resolve(BACKUP).resolve(String.valueOf(number));
  }

  private List<Path> children() {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> children = Files.list(folder)) {
      return children.sorted().toList();
    } catch (IOException e) {
      throw new LabException("cannot look into " + folder + ": " + reason(e));
    }
  }

  private static String reason(IOException e) {
    if (e instanceof NotDirectoryException || e instanceof FileAlreadyExistsException) {
      return "there is a file in the way, " + e.getMessage() + ".";
    }
    if (e instanceof AccessDeniedException) {
      return "there is no right to do so in " + e.getMessage() + ".";
    }
    return e.getMessage();
  }

  /**
   * A grader for what is in this folder. In a classroom the data are those at its path; elsewhere
   * they are the lab's own, whatever has become of the copy in the folder.
   */
  public Grader grader(Lab lab, Language language, boolean classroom) {
    return lab.grader(language, classroom ? file -> classroomData(lab, file) : lab::data);
  }

  private static byte[] classroomData(Lab lab, String file) {
    Path path = Path.of(lab.classroomData(), file);
    try {
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw new LabException("cannot read the classroom's data " + path + ".");
    }
  }

  /** The data files that are in the folder and are not as they were laid out. */
  public List<Path> changedData(Lab lab) {
    List<Path> changed = new ArrayList<>();
    for (String name : lab.dataFiles()) {
      Path file = folder.resolve(DATA).resolve(name);
      try {
        if (Files.exists(file) && !Arrays.equals(Files.readAllBytes(file), lab.data(name))) {
          changed.add(file);
        }
      } catch (IOException e) {
        // A folder, or a file without the right to read it, is not what was laid out either.
        changed.add(file);
      }
    }
    return changed;
  }
}
