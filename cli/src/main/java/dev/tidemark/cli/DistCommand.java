package dev.tidemark.cli;

import dev.tidemark.cli.dist.Distribution;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidemark dist}. */
@Command(
    name = "dist",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    header = "Makes an archive that runs with only Java on the machine.",
    description = {
      "",
      "The archive has all that tidemark needs, with man pages and completion for bash",
      "and zsh. Unpack it anywhere and run bin/tidemark. The same commit gives the same",
      "bytes on the same Java."
    },
    optionListHeading = "%nOptions:%n")
final class DistCommand implements Callable<Integer> {

  private final CliStreams streams;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "The folder for the archive. Default: this folder.")
  private Path folder = Path.of("");

  DistCommand(CliStreams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    Path home = Path.of(System.getProperty("tidemark.home", ""));
    List<Path> jars =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(Path::of)
            .toList();
    if (!Files.isDirectory(home.resolve("cli/src"))
        || !jars.stream().allMatch(Files::isRegularFile)) {
      throw new UsageException("dist works in a source tree, as ./tidemark dist.");
    }
    Path jvmOptions = jars.get(0).resolveSibling("jvm.options");
    String name = "tidemark-" + Versions.tidemark();
    Path archive = folder.resolve(name + ".tar.gz");
    try {
      Files.createDirectories(folder.toAbsolutePath());
    } catch (IOException e) {
      throw new UsageException("cannot make the folder " + folder + ".");
    }
    new Distribution(home, jars, jvmOptions).writeTo(archive, Main.whole(streams), name);
    streams.err().println("tidemark: the archive is " + archive + ".");
    return ExitCode.DONE;
  }
}
