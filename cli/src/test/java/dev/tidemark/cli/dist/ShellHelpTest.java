package dev.tidemark.cli.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.cli.WholeCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Man pages and completion know every command and every option. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ShellHelpTest {

  @TempDir Path folder;

  private final CommandLine whole = WholeCommand.get();

  private static List<CommandSpec> all(CommandSpec command) {
    List<CommandSpec> all = new ArrayList<>(List.of(command));
    command.subcommands().values().forEach(below -> all.addAll(all(below.getCommandSpec())));
    return all;
  }

  private static String run(Path in, String... command) throws Exception {
    Path out = in.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .directory(in.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    process.getOutputStream().close();
    process.waitFor();
    return Files.readString(out);
  }

  private static boolean isThere(String program) {
    return Arrays.stream(System.getenv("PATH").split(":", -1))
        .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
  }

  @Test
  void eachCommandHasAPageWithItsOptions() {
    Map<String, String> pages = ManPages.of(whole);

    assertThat(pages)
        .hasSize(all(whole.getCommandSpec()).size())
        .containsKey("tidemark-lab-check.1");
    for (CommandSpec command : all(whole.getCommandSpec())) {
      String page =
          pages.get(command.qualifiedName("-") + ".1").replace("\\-", "-").replace("\\f", "\n\\f");
      assertThat(page).startsWith(".TH \"" + command.qualifiedName("-").toUpperCase(Locale.ROOT));
      for (OptionSpec option : command.options()) {
        for (String name : option.names()) {
          assertThat(page).contains("\n\\fB" + name + "\n\\fR");
        }
      }
      for (PositionalParamSpec parameter : command.positionalParameters()) {
        assertThat(page).contains("\n\\fI" + parameter.paramLabel() + "\n\\fR");
      }
      for (String below : command.subcommands().keySet()) {
        assertThat(page).contains("\n\\fB" + below + "\n\\fR").contains("-" + below + "(1)");
      }
    }
  }

  @Test
  void aPageReadsLikeOne() throws Exception {
    assumeTrue(isThere("groff"), "groff is not installed");
    Path page =
        Files.writeString(folder.resolve("page"), ManPages.of(whole).get("tidemark-sweep.1"));

    String shown = run(folder, "groff", "-man", "-Tascii", "-P-cbou", "-rLL=100n", page.toString());

    assertThat(shown)
        .contains("NAME\n       tidemark-sweep - Shows what a script's windows lose under other")
        .contains("SYNOPSIS\n       tidemark sweep [OPTIONS] SCRIPT.sql\n")
        .contains("that keep 99 %, 99.9 % and all rows")
        .contains("       --delays DELAY[,DELAY...]\n              Delays to show, for example")
        .contains("SEE ALSO\n       tidemark(1)\n");
  }

  @Test
  void noPageMakesTheFormatterComplain() throws Exception {
    assumeTrue(isThere("groff"), "groff is not installed");
    for (Map.Entry<String, String> each : ManPages.of(whole).entrySet()) {
      Path page = Files.writeString(folder.resolve(each.getKey()), each.getValue());

      assertThat(run(folder, "groff", "-man", "-ww", "-z", page.toString())).isEmpty();
    }
  }

  @Test
  void linesThatLookLikeRequestsAreText() {
    @CommandLine.Command(
        name = "odd",
        description = {".config is 'read'", "'quoted' \\ and", "  as  it  is", "end"})
    class Odd {}

    assertThat(ManPages.of(new CommandLine(new Odd())).get("odd.1"))
        .contains(
            """
            .SH "DESCRIPTION"
            .PP
            \\&.config is 'read'
            \\&'quoted' \\e and
            .nf
              as  it  is
            .fi
            end
            """);
  }

  @Test
  void bashCompletesEveryCommandAndOption() throws Exception {
    Path script = Files.writeString(folder.resolve("tidemark.bash"), Completion.bash(whole));
    StringBuilder asked = new StringBuilder("compopt() { :; }\n. " + script + "\n");
    Map<String, TreeSet<String>> wanted = new TreeMap<>();
    for (CommandSpec command : all(whole.getCommandSpec())) {
      String words = command.qualifiedName(" ");
      TreeSet<String> options = new TreeSet<>();
      command.options().forEach(option -> options.addAll(List.of(option.names())));
      options.removeIf(name -> !name.startsWith("--"));
      wanted.put(words, options);
      asked
          .append("COMP_WORDS=(" + words + " --); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n")
          .append("COMPREPLY=(); _complete_tidemark; echo \"" + words + ": ${COMPREPLY[*]}\"\n");
    }
    asked
        .append("COMP_WORDS=(tidemark ''); COMP_CWORD=1; _complete_tidemark\n")
        .append("echo \"commands: ${COMPREPLY[*]}\"\n");
    wanted.put("commands", new TreeSet<>(whole.getSubcommands().keySet()));
    Path questions = Files.writeString(folder.resolve("questions"), asked);

    Map<String, TreeSet<String>> offered = new TreeMap<>();
    for (String line : run(folder, "bash", questions.toString()).lines().toList()) {
      String[] parts = line.split(": ", 2);
      offered.put(parts[0], new TreeSet<>(List.of(parts[1].split("\\s+"))));
    }

    // What completes an option also offers what may stand there instead of one.
    wanted.forEach((words, names) -> assertThat(offered.get(words)).as(words).containsAll(names));
  }

  @Test
  void zshCompletes() throws Exception {
    assumeTrue(isThere("zsh"), "zsh is not installed");
    Files.writeString(folder.resolve("_tidemark"), Completion.zsh(whole));
    Path questions =
        Files.writeString(
            folder.resolve("questions"),
            """
            zmodload zsh/zpty
            zpty z zsh -f -i
            zpty -w z "fpath=('$PWD' \\$fpath); autoload -U compinit && compinit -D -u; PS1='ready> '"
            zpty -r z out '*ready> *'
            zpty -w -n z $'tidemark chan\\t'
            zpty -r z out '*changelog*'
            print -r -- "1 $out"
            zpty -w -n z $'\\C-Utidemark lab check --clas\\t'
            zpty -r z out '*classroom*'
            print -r -- "2 $out"
            zpty -d z
            """);

    assertThat(run(folder, "zsh", "-f", questions.toString()))
        .contains("changelog")
        .contains("classroom")
        .doesNotContain("not found");
  }
}
