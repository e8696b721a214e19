package dev.tidemark.cli.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Sorts the words behind {@code tidemark run}: our options may stand before the jar or right behind
 * it; from the first other word on, all belong to the program.
 */
public final class ProgramArguments {

  private ProgramArguments() {}

  /**
   * Puts our options first, then the jar, then the program's words.
   *
   * @param ours our options
   */
  public static String[] optionsFirst(String[] args, List<OptionSpec> ours) {
    List<String> options = new ArrayList<>();
    List<String> rest = new ArrayList<>();
    int at = 0;
    while (at < args.length) {
      String word = args[at];
      OptionSpec option = named(word, ours);
      if (option != null && option.arity().min() == 0 && option.arity().max() > 0) {
        // Alone, it must not take the jar behind it for its value.
        options.add(word + "=" + option.fallbackValue());
        at++;
        continue;
      }
      if (option != null || isJoined(word, ours)) {
        int taken = option == null ? 1 : 1 + option.arity().min();
        int end = Math.min(at + taken, args.length);
        options.addAll(Arrays.asList(args).subList(at, end));
        at = end;
        continue;
      }
      boolean isJar = rest.isEmpty() && !word.startsWith("-");
      if (word.equals("--") && !rest.isEmpty()) {
        at++;
      }
      if (!isJar) {
        break;
      }
      rest.add(word);
      at++;
    }
    rest.addAll(Arrays.asList(args).subList(at, args.length));
    options.addAll(rest);
    return options.toArray(new String[0]);
  }

  private static OptionSpec named(String word, List<OptionSpec> ours) {
    return ours.stream()
        .filter(option -> List.of(option.names()).contains(word))
        .findFirst()
        .orElse(null);
  }

  /** An option and its value in one word: {@code --target=local}, {@code -Dkey=value}. */
  private static boolean isJoined(String word, List<OptionSpec> ours) {
    return ours.stream()
        .filter(option -> option.arity().max() > 0)
        .anyMatch(
            option ->
                Arrays.stream(option.names())
                    .anyMatch(
                        name -> word.startsWith(option.typeInfo().isMap() ? name : name + "=")));
  }
}
