package dev.tidemark.cli.dist;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Manual pages, a page for each command, from the description that its help is made of. */
final class ManPages {

  private ManPages() {}

  /** The pages of a command and all below it, by file name. */
  static Map<String, String> of(CommandLine command) {
    Map<String, String> pages = new TreeMap<>();
    add(pages, command.getCommandSpec());
    return pages;
  }

  private static void add(Map<String, String> pages, CommandSpec command) {
    pages.put(name(command) + ".1", page(command));
    command.subcommands().values().forEach(below -> add(pages, below.getCommandSpec()));
  }

  private static String name(CommandSpec command) {
    return command.qualifiedName("-").replace(' ', '-');
  }

  private static String page(CommandSpec command) {
    Roff roff = new Roff();
    String[] version = command.root().version();
    roff.macro(
        "TH",
        name(command).toUpperCase(Locale.ROOT),
        "1",
        "",
        version.length == 0 ? "" : version[0],
        "Tidemark");
    // No hyphens, and a ragged right margin.
    roff.request("nh").request("ad l");
    roff.macro("SH", "NAME");
    roff.text(name(command) + " - " + header(command));
    roff.macro("SH", "SYNOPSIS");
    Help help = new Help(command, Help.defaultColorScheme(Ansi.OFF));
    roff.text(help.synopsis(0).strip().replaceAll("\\s+", " "));
    String description = help.description();
    if (!description.isBlank()) {
      roff.macro("SH", "DESCRIPTION");
      roff.prose(description.lines().toList());
    }
    commands(roff, command);
    options(roff, command);
    String footer = help.footer();
    if (!footer.isBlank()) {
      roff.macro("SH", "NOTES");
      roff.prose(footer.lines().toList());
    }
    seeAlso(roff, command);
    return roff.toString();
  }

  private static String header(CommandSpec command) {
    return String.join(" ", command.usageMessage().header()).strip().replaceFirst("\\.$", "");
  }

  private static void commands(Roff roff, CommandSpec command) {
    if (command.subcommands().isEmpty()) {
      return;
    }
    roff.macro("SH", "COMMANDS");
    command
        .subcommands()
        .forEach(
            (name, below) -> {
              roff.macro("TP");
              roff.bold(name);
              roff.text(header(below.getCommandSpec()) + ".");
            });
  }

  private static void options(Roff roff, CommandSpec command) {
    List<ArgSpec> all = new ArrayList<>();
    all.addAll(command.positionalParameters());
    all.addAll(command.options());
    all.removeIf(ArgSpec::hidden);
    roff.macro("SH", "OPTIONS");
    for (ArgSpec each : all) {
      roff.macro("TP");
      if (each instanceof OptionSpec option) {
        roff.option(List.of(option.names()), value(option));
      } else {
        roff.option(List.of(), ((PositionalParamSpec) each).paramLabel());
      }
      roff.text(
          Arrays.stream(each.description())
              .map(line -> line.formatted().strip())
              .collect(Collectors.joining(" ")));
    }
  }

  private static String value(OptionSpec option) {
    if (option.arity().max() == 0) {
      return "";
    }
    return option.arity().min() == 0 ? "[=" + option.paramLabel() + "]" : " " + option.paramLabel();
  }

  private static void seeAlso(Roff roff, CommandSpec command) {
    List<String> others = new ArrayList<>();
    if (command.parent() != null) {
      others.add(name(command.parent()));
    }
    command.subcommands().values().forEach(below -> others.add(name(below.getCommandSpec())));
    if (!others.isEmpty()) {
      roff.macro("SH", "SEE ALSO");
      roff.text(others.stream().map(other -> other + "(1)").collect(Collectors.joining(", ")));
    }
  }

  /** The language of manual pages, as far as it takes. */
  private static final class Roff {

    private final StringBuilder out = new StringBuilder();

    @Override
    public String toString() {
      return out.toString();
    }

    Roff macro(String name, String... arguments) {
      out.append('.').append(name);
      for (String argument : arguments) {
        out.append(" \"").append(escaped(argument).replace("\"", "\\(dq")).append('"');
      }
      out.append('\n');
      return this;
    }

    /** A request takes its arguments without quotes. */
    Roff request(String words) {
      out.append('.').append(words).append('\n');
      return this;
    }

    void text(String text) {
      out.append(guarded(escaped(text))).append('\n');
    }

    void bold(String text) {
      out.append("\\fB").append(escaped(text)).append("\\fR\n");
    }

    void option(List<String> names, String value) {
      out.append(
          names.stream()
              .map(name -> "\\fB" + escaped(name) + "\\fR")
              .collect(Collectors.joining(", ")));
      if (!value.isEmpty()) {
        out.append("\\fI").append(escaped(value)).append("\\fR");
      }
      out.append('\n');
    }

    /** Lines of which those that are indented stay as they are. */
    void prose(List<String> lines) {
      boolean asItIs = false;
      boolean paragraph = true;
      for (String line : lines) {
        if (line.isBlank()) {
          paragraph = true;
          continue;
        }
        if (line.startsWith(" ") != asItIs) {
          asItIs = !asItIs;
          macro(asItIs ? "nf" : "fi");
        }
        if (paragraph && out.charAt(out.length() - 2) != 'f') {
          macro("PP");
        }
        paragraph = false;
        text(line);
      }
      if (asItIs) {
        macro("fi");
      }
    }

    private static String escaped(String text) {
      return text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...");
    }

    /** A line that begins with a point or an apostrophe would be a request. */
    private static String guarded(String line) {
      return line.startsWith(".") || line.startsWith("'") ? "\\&" + line : line;
    }
  }
}
