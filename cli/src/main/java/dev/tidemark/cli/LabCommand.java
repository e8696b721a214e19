package dev.tidemark.cli;

import dev.tidemark.cli.lab.CheckReport;
import dev.tidemark.cli.lab.Shell;
import dev.tidemark.labs.Lab;
import dev.tidemark.labs.LabException;
import dev.tidemark.labs.LabFolder;
import dev.tidemark.labs.Labs;
import dev.tidemark.labs.Language;
import dev.tidemark.labs.Places;
import dev.tidemark.labs.grade.Grader;
import dev.tidemark.labs.grade.StepResult;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark lab} and its subcommands. */
@Command(
    name = "lab",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    synopsisSubcommandLabel = "COMMAND",
    header = "Hands-on labs: start one, do its steps, have them checked.",
    description = {
      "",
      "  tidemark lab list                  what labs there are",
      "  tidemark lab start watermark       lays one out in the folder watermark",
      "  tidemark lab check watermark       what is right so far",
      "  tidemark lab hint watermark 3      help with a step",
      "  tidemark lab reset watermark       begins anew; keeps a backup"
    },
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footer = {"", "Exit codes of check: 0 all right, 1 something is not, 2 wrong usage."})
final class LabCommand implements Callable<Integer> {

  private final CliStreams streams;

  @Spec private CommandSpec spec;

  LabCommand(CliStreams streams) {
    this.streams = streams;
  }

  /** Options of all subcommands but {@code list}. */
  static final class Place {
    @Option(
        names = "--dir",
        paramLabel = "DIR",
        description =
            "The lab's folder. Default: this folder, or one around it, if the lab was started there,"
                + " else the folder with the lab's name in this one.")
    private Path folder;

    @Option(
        names = "--classroom",
        description =
            "Use the paths of a classroom for the folder and the data, as lab.yaml names them.")
    private boolean classroom;

    @Mixin private Origin origin = new Origin();

    /** What a command line must repeat to find the same lab and folder. */
    String words() {
      return origin.words() + (folder == null ? "" : " --dir " + Shell.word(folder.toString()));
    }

    LabFolder folder(Lab lab) {
      if (folder != null) {
        return new LabFolder(folder);
      }
      if (classroom) {
        return new LabFolder(Path.of(lab.classroomFolder()));
      }
      return LabFolder.around(Path.of(""), lab.name())
          .orElseGet(() -> new LabFolder(Path.of(lab.name())));
    }
  }

  /** Where labs come from, and in which language. */
  static final class Origin {
    @Option(
        names = "--lang",
        paramLabel = "LANG",
        description = "en or zh. Default: as the lab was started, else en.")
    private String language;

    @Option(
        names = "--labs",
        paramLabel = "DIR",
        description = "A folder with more labs, a folder each.")
    private Path folder;

    Labs labs() {
      if (folder != null && !Files.isDirectory(folder)) {
        throw new UsageException("there is no folder " + folder + ".");
      }
      return new Labs(folder);
    }

    /** Checks the name of a lab. */
    Labs with(String name) {
      Labs labs = labs();
      if (!labs.names().contains(name)) {
        String meant =
            Nearest.to(name, labs.names()).map(near -> " Did you mean " + near + "?").orElse("");
        throw new UsageException(
            "there is no lab "
                + name
                + "; there are "
                + String.join(", ", labs.names())
                + "."
                + meant);
      }
      return labs;
    }

    /** What a command line must repeat to find the same lab; empty if there is nothing to. */
    String words() {
      return folder == null ? "" : " --labs " + Shell.word(folder.toString());
    }

    Language language(Optional<LabFolder> started) {
      if (language == null) {
        return started.flatMap(LabFolder::language).orElse(Language.EN);
      }
      return Language.of(language)
          .orElseThrow(() -> new UsageException("--lang is en or zh, not " + language + "."));
    }
  }

  @Override
  public Integer call() {
    new CommandLine(spec).usage(streams.err());
    return ExitCode.USAGE;
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      header = "Lists the labs",
      optionListHeading = "%nOptions:%n")
  int list(@Mixin Origin origin) {
    return reading(
        () -> {
          Language language = origin.language(Optional.empty());
          PrintWriter out = streams.outWriter();
          Labs labs = origin.labs();
          int result = ExitCode.DONE;
          for (String name : labs.names()) {
            tellReplaced(labs, name);
            try {
              Lab lab = labs.lab(name);
              out.printf("%-12s %d  %s%n", name, lab.steps().size(), lab.title(language));
            } catch (LabException e) {
              // One broken lab does not hide the others.
              streams.err().println("tidemark: the lab " + name + " is broken: " + e.getMessage());
              result = ExitCode.FAILED;
            }
          }
          out.flush();
          return result;
        });
  }

  @Command(
      name = "start",
      mixinStandardHelpOptions = true,
      header = "Lays a lab out: its data and its instructions",
      optionListHeading = "%nOptions:%n")
  int start(
      @Parameters(paramLabel = "NAME", description = "The lab.") String name, @Mixin Place place) {
    return reading(
        () -> {
          Lab lab = lab(place.origin, name);
          Language language = place.origin.language(Optional.empty());
          LabFolder folder = place.folder(lab);
          folder.start(lab, language, place.classroom, home());
          streams.err().println("tidemark: the lab " + name + " is in " + folder.path() + ".");
          streams.err().println("Read " + folder.path().resolve("README.md") + " and begin.");
          return ExitCode.DONE;
        });
  }

  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
      header = "Says which steps are right, and of the others what is wrong",
      description = {
        "",
        "Reads what was saved in the lab's folder, and nothing else.",
        "Exit code 0 if all steps asked for are right, 1 if not.",
        ""
      },
      optionListHeading = "%nOptions:%n")
  int check(
      @Parameters(paramLabel = "NAME", description = "The lab.") String name,
      @Parameters(
              arity = "0..1",
              paramLabel = "STEP",
              description = "A step, by number or name. Default: all.")
          String step,
      @Option(
              names = "--format",
              paramLabel = "FORMAT",
              defaultValue = "text",
              description = "text or json. Default: text.")
          String format,
      @Mixin Place place) {
    try {
      return verdicts(name, step, format, place);
    } catch (UsageException e) {
      if (format.equals("json")) {
        PrintWriter out = streams.outWriter();
        out.println(CheckReport.json(name, e.getMessage()));
        out.flush();
      }
      throw e;
    }
  }

  private int verdicts(String name, String step, String format, Place place) {
    return reading(
        () -> {
          if (!List.of("text", "json").contains(format)) {
            throw new UsageException("check prints --format text or json, not " + format + ".");
          }
          Lab lab = lab(place.origin, name);
          int number = step == null ? 0 : number(lab, step);
          LabFolder folder = place.folder(lab);
          if (!Files.isDirectory(folder.path())) {
            throw new UsageException(
                "there is no folder "
                    + folder.path()
                    + "; tidemark lab start "
                    + name
                    + " makes it.");
          }
          folder
              .startedLab()
              .filter(started -> !started.equals(name))
              .ifPresent(
                  started -> {
                    throw new UsageException(
                        folder.path()
                            + " is the folder of the lab "
                            + started
                            + ", not of "
                            + name
                            + ": name the lab's folder with --dir.");
                  });
          boolean classroom = place.classroom || folder.isClassroom();
          Language language = place.origin.language(Optional.of(folder));
          Grader grader = folder.grader(lab, language, classroom);
          List<StepResult> results = new ArrayList<>();
          if (step == null) {
            results.addAll(grader.grade(folder.path()));
          } else {
            results.add(grader.grade(folder.path(), number));
          }
          CheckReport report =
              new CheckReport(lab, folder, Labs.messages(language), results, place.words());
          PrintWriter out = streams.outWriter();
          out.print(format.equals("json") ? report.json() : report.text(classroom));
          out.flush();
          return report.allRight() ? ExitCode.DONE : ExitCode.FAILED;
        });
  }

  @Command(
      name = "hint",
      mixinStandardHelpOptions = true,
      header = "Helps with a step",
      optionListHeading = "%nOptions:%n")
  int hint(
      @Parameters(paramLabel = "NAME", description = "The lab.") String name,
      @Parameters(paramLabel = "STEP", description = "The step, by number or name.") String step,
      @Mixin Place place) {
    return reading(
        () -> {
          Lab lab = lab(place.origin, name);
          LabFolder folder = place.folder(lab);
          Language language = place.origin.language(Optional.of(folder));
          Path data = folder.data(lab, place.classroom || folder.isClassroom());
          int number = number(lab, step);
          String id = lab.steps().get(number - 1);
          PrintWriter out = streams.outWriter();
          out.print(number + ". " + lab.stepTitle(id, language) + "\n\n");
          out.print(Places.put(lab.hint(id, language), Map.of("data", data.toString())) + "\n");
          out.flush();
          return ExitCode.DONE;
        });
  }

  @Command(
      name = "reset",
      mixinStandardHelpOptions = true,
      header = "Lays a lab out anew; what was there goes to a backup",
      optionListHeading = "%nOptions:%n")
  int reset(
      @Parameters(paramLabel = "NAME", description = "The lab.") String name, @Mixin Place place) {
    return reading(
        () -> {
          Lab lab = lab(place.origin, name);
          LabFolder folder = place.folder(lab);
          Language language = place.origin.language(Optional.of(folder));
          boolean classroom = place.classroom || folder.isClassroom();
          Path backup = folder.reset(lab, language, classroom, home());
          streams.err().println("tidemark: " + folder.path() + " is as at the start.");
          streams.err().println("What was there is in " + backup + ".");
          return ExitCode.DONE;
        });
  }

  private Lab lab(Origin origin, String name) {
    Labs labs = origin.with(name);
    tellReplaced(labs, name);
    return labs.lab(name);
  }

  private void tellReplaced(Labs labs, String name) {
    Path other = labs.replaced().get(name);
    if (other != null) {
      streams
          .err()
          .println(
              "tidemark: note: the lab "
                  + name
                  + " is that of "
                  + other
                  + ", in place of Tidemark's own.");
    }
  }

  private static int number(Lab lab, String step) {
    int byName = lab.steps().indexOf(step) + 1;
    if (byName > 0) {
      return byName;
    }
    int count = lab.steps().size();
    if (step.matches("\\d{1,3}")
        && Integer.parseInt(step) >= 1
        && Integer.parseInt(step) <= count) {
      return Integer.parseInt(step);
    }
    throw new UsageException(
        "the lab "
            + lab.name()
            + " has the steps 1 to "
            + count
            + ": "
            + String.join(", ", lab.steps())
            + "; not "
            + step
            + ".");
  }

  /** Where Tidemark is; from a class path of a developer's, where the process was started. */
  private static Path home() {
    return Path.of(System.getProperty("tidemark.home", "")).toAbsolutePath().normalize();
  }

  private int reading(Supplier<Integer> command) {
    try {
      return command.get();
    } catch (LabException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
