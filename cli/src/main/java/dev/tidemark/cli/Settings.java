package dev.tidemark.cli;

import dev.tidemark.cli.files.WorkingDirectory;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.DeploymentOptionsInternal;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.YamlParserUtils;

/**
 * The configuration of a run. Flink's own keys, in rising precedence from {@code ./tidemark.yaml},
 * the {@code config.yaml} in {@code FLINK_CONF_DIR}, and {@code -D}; {@code --target} wins over
 * all.
 */
final class Settings {

  /** The configuration file that is looked for in the working directory. */
  static final String FILE_NAME = "tidemark.yaml";

  private Settings() {}

  /**
   * Loads the configuration.
   *
   * @param workingDirectory where {@code tidemark.yaml} may be
   * @param flinkConfDir value of {@code FLINK_CONF_DIR}, or null
   * @param options values of {@code -D}
   * @param target value of {@code --target}, or null when not given
   * @throws UsageException when a file cannot be read or a value makes no sense
   */
  static Configuration load(
      Path workingDirectory, String flinkConfDir, Map<String, String> options, Target target) {
    Configuration configuration = new Configuration();
    Path own = workingDirectory.resolve(FILE_NAME);
    if (Files.exists(WorkingDirectory.resolve(own))) {
      flatten("", readYaml(own), configuration);
    }
    if (flinkConfDir != null && !flinkConfDir.isEmpty()) {
      configuration.addAll(readFlinkConf(flinkConfDir));
      configuration.set(DeploymentOptionsInternal.CONF_DIR, flinkConfDir);
    }
    options.forEach(configuration::setString);
    if (target != null) {
      configuration.set(DeploymentOptions.TARGET, target.executorName());
    }
    SettingsCheck.check(configuration);
    return withDefaults(configuration);
  }

  /** The configuration files that {@link #load} would read, for people who wonder. */
  static List<Path> filesFound(Path workingDirectory, String flinkConfDir) {
    List<Path> found = new ArrayList<>();
    if (Files.exists(workingDirectory.resolve(FILE_NAME))) {
      found.add(workingDirectory.resolve(FILE_NAME));
    }
    if (flinkConfDir != null && !flinkConfDir.isEmpty()) {
      Path flink = Path.of(flinkConfDir, GlobalConfiguration.FLINK_CONF_FILENAME);
      if (Files.exists(flink)) {
        found.add(flink);
      }
    }
    return found;
  }

  private static Configuration withDefaults(Configuration configuration) {
    if (!configuration.contains(DeploymentOptions.TARGET)) {
      configuration.set(DeploymentOptions.TARGET, Target.tidemark.executorName());
    }
    if (!configuration.contains(CoreOptions.DEFAULT_PARALLELISM)) {
      configuration.set(CoreOptions.DEFAULT_PARALLELISM, 1);
    }
    // Somebody waits for the result: the same as `flink run` without --detached.
    if (!configuration.contains(DeploymentOptions.ATTACHED)) {
      configuration.set(DeploymentOptions.ATTACHED, true);
    }
    if (configuration.get(DeploymentOptions.TARGET).equals(Target.remote.executorName())
        && !configuration.contains(RestOptions.ADDRESS)) {
      throw new UsageException(
          "--target remote needs the cluster's address: add -D rest.address=HOST"
              + " (and -D rest.port=PORT if it is not 8081).");
    }
    return configuration;
  }

  private static Map<String, Object> readYaml(Path file) {
    try {
      Map<String, Object> content =
          YamlParserUtils.loadYamlFile(WorkingDirectory.resolve(file).toFile());
      return content == null ? new LinkedHashMap<>() : content;
    } catch (Exception e) {
      throw unreadable(file, e);
    }
  }

  /** With the line, which the parser's message has, but neither its class nor its many words. */
  private static UsageException unreadable(Path file, Throwable failure) {
    Matcher line = Pattern.compile("line (\\d+), column (\\d+)").matcher("");
    for (Throwable t = failure; t != null; t = t.getCause()) {
      line.reset(String.valueOf(t.getMessage()));
      if (line.find()) {
        return new UsageException(
            file + ":" + line.group(1) + ":" + line.group(2) + ": this is not YAML.");
      }
    }
    return new UsageException(
        failure instanceof ClassCastException
            ? file + " is not a YAML map of settings: each line is KEY: VALUE."
            : "cannot read the settings in " + file + ": " + failure.getMessage());
  }

  private static Configuration readFlinkConf(String directory) {
    if (!new File(directory).isDirectory()) {
      throw new UsageException("FLINK_CONF_DIR is '" + directory + "', which is not a directory.");
    }
    if (!new File(directory, GlobalConfiguration.FLINK_CONF_FILENAME).exists()) {
      return new Configuration();
    }
    try {
      return GlobalConfiguration.loadConfiguration(directory);
    } catch (RuntimeException e) {
      throw unreadable(Path.of(directory, GlobalConfiguration.FLINK_CONF_FILENAME), e);
    }
  }

  /** Turns nested keys into dotted ones, as Flink's GlobalConfiguration does. */
  private static void flatten(String prefix, Map<?, ?> nested, Configuration into) {
    nested.forEach(
        (key, value) -> {
          if (value instanceof Map<?, ?> deeper) {
            flatten(prefix + key + ".", deeper, into);
          } else if (value instanceof List<?>) {
            into.setString(prefix + key, YamlParserUtils.toYAMLString(value));
          } else if (value != null) {
            into.setString(prefix + key, value.toString());
          }
        });
  }
}
