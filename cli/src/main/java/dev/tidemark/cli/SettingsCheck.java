package dev.tidemark.cli;

import dev.tidemark.columnar.ColumnarOptions;
import dev.tidemark.runtime.TidemarkOptions;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.api.config.OptimizerConfigOptions;
import org.apache.flink.table.api.config.TableConfigOptions;
import org.apache.flink.table.client.config.SqlClientOptions;

/**
 * Looks at settings before anything runs: Flink reads most of them late, and its message names
 * neither the key nor what the value may be.
 */
public final class SettingsCheck {

  private static final List<Class<?>> FLINKS =
      List.of(
          CoreOptions.class,
          DeploymentOptions.class,
          ExecutionOptions.class,
          PipelineOptions.class,
          CheckpointingOptions.class,
          StateBackendOptions.class,
          RestartStrategyOptions.class,
          RestOptions.class,
          JobManagerOptions.class,
          TaskManagerOptions.class,
          TableConfigOptions.class,
          ExecutionConfigOptions.class,
          OptimizerConfigOptions.class,
          SqlClientOptions.class);

  private static final List<Class<?>> OWN = List.of(TidemarkOptions.class, ColumnarOptions.class);

  private static final String OWN_PREFIX = "tidemark.";

  private SettingsCheck() {}

  /**
   * Checks what a person has set.
   *
   * @throws UsageException naming the first key that is unknown or has a wrong value
   */
  static void check(Configuration configuration) {
    Map<String, String> values = new TreeMap<>(configuration.toMap());
    for (String key : values.keySet()) {
      Optional<String> unknown = unknown(key);
      if (unknown.isPresent()) {
        throw new UsageException(unknown.get());
      }
    }
    for (Field field : optionsOf(values)) {
      checkValue(field, configuration, values);
    }
  }

  /** A message when a key looks like one of Tidemark's own and is none. */
  public static Optional<String> unknown(String key) {
    if (!key.startsWith(OWN_PREFIX)) {
      return Optional.empty();
    }
    List<String> known =
        OWN.stream().flatMap(SettingsCheck::fields).map(f -> option(f).key()).sorted().toList();
    if (known.contains(key)) {
      return Optional.empty();
    }
    String instead =
        Nearest.to(key, known)
            .map(near -> "did you mean " + near + "?")
            .orElse("there are " + String.join(", ", known) + ".");
    return Optional.of("there is no setting " + key + "; " + instead);
  }

  /** The options that some value belongs to, as the fields that hold them. */
  private static List<Field> optionsOf(Map<String, String> values) {
    List<Class<?>> classes = new ArrayList<>(FLINKS);
    classes.addAll(OWN);
    return values.isEmpty()
        ? List.of()
        : classes.stream()
            .flatMap(SettingsCheck::fields)
            .filter(field -> values.containsKey(option(field).key()))
            .toList();
  }

  private static Stream<Field> fields(Class<?> options) {
    return Arrays.stream(options.getFields())
        .filter(f -> Modifier.isStatic(f.getModifiers()) && f.getType() == ConfigOption.class);
  }

  private static ConfigOption<?> option(Field field) {
    try {
      return (ConfigOption<?>) field.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field + " is public", e);
    }
  }

  private static void checkValue(
      Field field, Configuration configuration, Map<String, String> values) {
    ConfigOption<?> option = option(field);
    try {
      configuration.getOptional(option);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "the setting "
              + option.key()
              + " is '"
              + values.get(option.key())
              + "', and must be "
              + noun(field)
              + ".");
    }
  }

  private static String noun(Field field) {
    Type type = ((ParameterizedType) field.getGenericType()).getActualTypeArguments()[0];
    if (type == Integer.class || type == Long.class) {
      return "a whole number";
    } else if (type == Double.class || type == Float.class) {
      return "a number";
    } else if (type == Boolean.class) {
      return "true or false";
    } else if (type == Duration.class) {
      return "a duration such as 10 s";
    } else if (type == MemorySize.class) {
      return "a size such as 512 mb";
    } else if (type instanceof Class<?> named && named.isEnum()) {
      return "one of "
          + Arrays.stream(named.getEnumConstants())
              .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
              .collect(Collectors.joining(", "));
    }
    return "what Flink's documentation says of it";
  }
}
