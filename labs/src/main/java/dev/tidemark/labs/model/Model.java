package dev.tidemark.labs.model;

import dev.tidemark.labs.LabException;
import dev.tidemark.labs.Spec;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a lab's queries answer, by name. A result is a source table, or another result, and what is
 * done to its rows.
 */
public final class Model {

  private record Result(String from, List<Operation> operations) {}

  private final Map<String, SourceTable> tables;
  private final Map<String, Result> results;
  private final Function<String, byte[]> files;
  private final Function<String, byte[]> learnersFiles;

  private Model(
      Map<String, SourceTable> tables,
      Map<String, Result> results,
      Function<String, byte[]> files,
      Function<String, byte[]> learnersFiles) {
    this.tables = tables;
    this.results = results;
    this.files = files;
    this.learnersFiles = learnersFiles;
  }

  /**
   * Reads the parts {@code tables} and {@code results} of a lab.
   *
   * @param files gives the content of a data file
   */
  public static Model of(Spec lab, Function<String, byte[]> files) {
    Model model =
        new Model(new LinkedHashMap<>(), new LinkedHashMap<>(), files, file -> new byte[0]);
    lab.map("tables").forEach((name, spec) -> model.tables.put(name, SourceTable.of(spec)));
    lab.map("results")
        .forEach(
            (name, spec) -> {
              spec.only("from", "do");
              if (model.tables.containsKey(name)) {
                throw spec.wrong("there is a table of this name; a result needs another one.");
              }
              String from = spec.text("from");
              if (!model.tables.containsKey(from) && !model.results.containsKey(from)) {
                throw spec.get("from").wrong("there is no table or earlier result '" + from + "'.");
              }
              model.results.put(name, new Result(from, operations(spec)));
            });
    return model;
  }

  private static List<Operation> operations(Spec spec) {
    List<Operation> operations = new ArrayList<>();
    for (Spec step : spec.list("do")) {
      step.map().forEach((name, details) -> operations.add(operation(name, details)));
    }
    return operations;
  }

  private static Operation operation(String name, Spec details) {
    return switch (name) {
      case "watermark" -> WatermarkOperation.of(details);
      case "keep" -> KeepOperation.of(details);
      case "select" -> SelectOperation.of(details);
      case "tumble" -> TumbleOperation.of(details);
      case "group" -> GroupOperation.of(details);
      case "deduplicate" -> DeduplicateOperation.of(details);
      case "top" -> TopOperation.of(details);
      case "story" -> StoryOperation.of(details);
      case "sort" -> SortOperation.of(details);
      default ->
          throw details.wrong(
              "there are watermark, keep, select, tumble, group, deduplicate, top, story and sort.");
    };
  }

  /**
   * The same with files that a learner has written.
   *
   * @param written gives the content of such a file
   */
  public Model with(Function<String, byte[]> written) {
    return new Model(tables, results, files, written);
  }

  /** The file of a learner's that a result is made of, if it is made of one. */
  public Optional<String> learnersFile(String result) {
    String name = result;
    while (results.containsKey(name)) {
      name = results.get(name).from();
    }
    return Optional.of(tables.get(name)).filter(SourceTable::learners).map(SourceTable::file);
  }

  /** What is wrong with the file of a learner's that a result is made of. */
  public Optional<String> learnersMistake(String result) {
    try {
      changes(result, Mode.STREAMING);
      return Optional.empty();
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
      // The last two are for times that nobody lives to see.
      return Optional.of(e.getMessage());
    }
  }

  /** Whether there is such a result. */
  public boolean has(String result) {
    return results.containsKey(result);
  }

  /** The columns of a table or a result, in order; they are there without a row, too. */
  public List<String> columns(String name) {
    if (tables.containsKey(name)) {
      return List.copyOf(tables.get(name).columns().keySet());
    }
    Result result = results.get(name);
    List<String> columns = columns(result.from());
    for (Operation operation : result.operations()) {
      columns = operation.columns(columns);
    }
    return columns;
  }

  /** The files that the tables are made of, without those that the learner writes. */
  public List<String> files() {
    return tables.values().stream()
        .filter(table -> !table.learners())
        .map(SourceTable::file)
        .distinct()
        .toList();
  }

  /**
   * What a query prints.
   *
   * @throws LabException if the data are not those of the lab's tables, or the result asks for
   *     columns that are not there or of another type
   */
  public List<Entry> answer(String result, Mode mode) {
    try {
      return changes(result, mode).stream().map(Entry::of).toList();
    } catch (IllegalArgumentException | ClassCastException e) {
      throw new LabException("the result " + result + " cannot be told: " + e.getMessage());
    }
  }

  private List<Change> changes(String name, Mode mode) {
    if (tables.containsKey(name)) {
      SourceTable table = tables.get(name);
      byte[] csv = (table.learners() ? learnersFiles : files).apply(table.file());
      return table.rows(csv).stream().map(Change::insert).toList();
    }
    Result result = results.get(name);
    List<Change> changes = changes(result.from(), mode);
    for (Operation operation : result.operations()) {
      changes = operation.apply(changes, mode);
    }
    return changes;
  }
}
