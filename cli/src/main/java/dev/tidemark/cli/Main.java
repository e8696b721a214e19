package dev.tidemark.cli;

import dev.tidemark.cli.errors.ErrorPrinter;
import dev.tidemark.cli.errors.RootCause;
import dev.tidemark.cli.program.ProgramArguments;
import dev.tidemark.cli.sql.PlannerHeadStart;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The entry point of the command {@code tidemark}. */
public final class Main {

  private Main() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    CliStreams streams = CliStreams.ofProcess();
    EarlyInterrupt.announce(streams.err());
    int code = run(args, streams);
    EarlyInterrupt.tooLate();
    System.out.flush();
    streams.flush();
    // A MiniCluster's shutdown hook fails when its class loader is already closed: not our
    // business.
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {});
    // Flink leaves threads behind (timers, REST client, class loader watchers): end them with us.
    System.exit(streams.exitCode(code));
  }

  /**
   * Runs the command in this JVM.
   *
   * @param args the arguments as typed
   * @param streams where input comes from and output goes to
   * @return 0 done, 1 something failed, 2 wrong usage, 3 an assertion failed, 130 interrupted
   */
  public static int run(String[] args, CliStreams streams) {
    try {
      int code = commandFor(args, streams);
      streams.flush();
      return code;
    } catch (UsageException e) {
      streams.err().println("tidemark: " + e.getMessage());
      return ExitCode.USAGE;
    } catch (OutOfMemoryError e) {
      new ErrorPrinter(streams.err(), streams.colourErr(), false).error(null, RootCause.of(e));
      return ExitCode.FAILED;
    }
  }

  /**
   * Looks at the first word only, so that a run of one subcommand does not load the others: picocli
   * reflects on every command class that it is given.
   */
  private static int commandFor(String[] args, CliStreams streams) {
    String first = args.length == 0 ? "" : args[0];
    if (TidemarkCommand.SQL.contains(first) && SqlCommand.startsWithoutLog(args)) {
      // Even before the options are read: picocli alone would hold the planner up noticeably.
      FlinkLogging.configure(null);
      PlannerHeadStart.begin();
    }
    Callable<Integer> command = subcommand(first, streams);
    if (command != null) {
      CommandLine line = new CommandLine(command).setCommandName("tidemark " + first);
      String[] words = Arrays.copyOfRange(args, 1, args.length);
      return execute(
          line,
          first.equals("run")
              ? ProgramArguments.optionsFirst(words, line.getCommandSpec().options())
              : words,
          streams);
    }
    return execute(whole(streams), args, streams);
  }

  /** The command with all its subcommands, described to picocli. */
  static CommandLine whole(CliStreams streams) {
    CommandLine all = new CommandLine(new TidemarkCommand(streams));
    for (String name : TidemarkCommand.SUBCOMMANDS) {
      all.addSubcommand(name, subcommand(name, streams));
    }
    return all;
  }

  private static Callable<Integer> subcommand(String name, CliStreams streams) {
    return switch (name) {
      case "sql" -> new SqlCommand(streams);
      case "drops" -> new DropsCommand(streams);
      case "changelog" -> new ChangelogCommand(streams);
      case "explain" -> new ExplainCommand(streams);
      case "why" -> new WhyCommand(streams);
      case "sweep" -> new SweepCommand(streams);
      case "run" -> new RunCommand(streams);
      case "lab" -> new LabCommand(streams);
      case "up" -> new UpCommand(streams);
      case "down" -> new DownCommand(streams);
      case "status" -> new StatusCommand(streams);
      case "serve" -> new ServeCommand(streams);
      case "classpath" -> new ClasspathCommand(streams);
      case "doctor" -> new DoctorCommand(streams);
      case "dist" -> new DistCommand(streams);
      default -> null;
    };
  }

  /** For a word that nobody knows, the one that was meant, when there is one that is close. */
  private static Optional<String> suggestion(ParameterException e) {
    if (!(e instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return Optional.empty();
    }
    String word = unmatched.getUnmatched().get(0);
    CommandLine command = e.getCommandLine();
    if (word.startsWith("-")) {
      return Nearest.to(word, command.getCommandSpec().optionsMap().keySet())
          .map(option -> "Did you mean: " + option + "?");
    }
    return Nearest.to(word, command.getSubcommands().keySet())
        .map(name -> "Did you mean: " + command.getCommandName() + " " + name + "?");
  }

  private static int execute(CommandLine line, String[] args, CliStreams streams) {
    IParameterExceptionHandler wrongUsage =
        (e, arguments) -> {
          streams.err().println("tidemark: " + e.getMessage());
          suggestion(e).ifPresent(streams.err()::println);
          streams.err().println("Try '" + e.getCommandLine().getCommandName() + " --help'.");
          streams.flush();
          return ExitCode.USAGE;
        };
    IExecutionExceptionHandler failed =
        (e, commandLine, parsed) -> {
          if (e instanceof UsageException) {
            streams.err().println("tidemark: " + e.getMessage());
            return ExitCode.USAGE;
          }
          boolean verbose = Arrays.asList(args).contains("--verbose");
          new ErrorPrinter(streams.err(), streams.colourErr(), verbose)
              .error(null, RootCause.of(e));
          return ExitCode.FAILED;
        };
    return line.setOut(streams.outWriter())
        .setErr(streams.errWriter())
        .setColorScheme(streams.helpColours())
        .setUsageHelpAutoWidth(true)
        .setHelpFactory(WholeWordsHelp::new)
        // What follows a jar is the program's; what follows a script is still ours.
        .setStopAtPositional(line.getCommand() instanceof RunCommand)
        .setOverwrittenOptionsAllowed(true)
        .setParameterExceptionHandler(wrongUsage)
        .setExecutionExceptionHandler(failed)
        .execute(args);
  }
}
