package dev.tidemark.cli.dist;

import picocli.AutoComplete;
import picocli.CommandLine;

/** Shell completion, from the same description of the command that its help is made of. */
final class Completion {

  private Completion() {}

  /** A script for bash to source; zsh takes it as well. */
  static String bash(CommandLine command) {
    return AutoComplete.bash(command.getCommandName(), command);
  }

  /** A function for zsh to find on its fpath: bash's, with zsh's own bridge. */
  static String zsh(CommandLine command) {
    String name = command.getCommandName();
    return "#compdef "
        + name
        // Part of bash that the bridge leaves out; it only tells how to go on where nothing fits.
        + "\ncompopt() { :; }\n"
        + bash(command)
        // That was the definition; this is the first call.
        + "\n_bash_complete -o default -F _complete_"
        + name
        + "\n";
  }
}
