package dev.tidemark.cli;

import dev.tidemark.cli.files.WorkingDirectory;
import dev.tidemark.cli.rows.RowFormat;
import dev.tidemark.cli.sql.Inspection;
import dev.tidemark.cli.sql.PlannerHeadStart;
import dev.tidemark.cli.sql.Script;
import dev.tidemark.cli.sql.SqlRequest;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of {@code tidemark sql}, which the commands that look into a script take as well. */
final class SqlOptions {

  @ArgGroup(exclusive = true)
  private Source source;

  /** Where statements come from, if neither a pipe nor a person. */
  static final class Source {
    @Option(
        names = {"-f", "--file"},
        paramLabel = "SCRIPT.sql",
        description = "Run the statements of this file.")
    private String file;

    @Option(
        names = {"-e", "--execute"},
        paramLabel = "STATEMENTS",
        description = "Run these statements; each ends with a semicolon.")
    private String statements;
  }

  @Option(
      names = {"-i", "--init"},
      paramLabel = "INIT.sql",
      description = "Run this first: SET, CREATE, USE, ADD JAR and the like, without output.")
  private String init;

  @Option(
      names = {"-j", "--jar"},
      paramLabel = "JAR",
      description = "A jar with functions, connectors or formats.")
  private List<String> jars = new ArrayList<>();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "sql-client",
      description =
          "How results are printed: sql-client, table, csv, json, jsonl or markdown. Default:"
              + " sql-client, the very output of Flink's SQL client. The others print rows only; in"
              + " a changelog, a column op (_op, if one is called op) says how a row changes the"
              + " result.",
      converter = FormatName.class)
  private RowFormat format;

  @Option(
      names = "--gateway",
      paramLabel = "HOST:PORT",
      description = "Have a SQL gateway, such as that of 'tidemark up', run the statements.")
  private String gateway;

  @Mixin private JobOptions jobs;

  /** Reads the name of a format. */
  static final class FormatName implements ITypeConverter<RowFormat> {
    @Override
    public RowFormat convert(String name) {
      RowFormat format = RowFormat.named(name);
      if (format == null) {
        throw new TypeConversionException(
            "'" + name + "' is not a format; there are " + RowFormat.names() + ".");
      }
      return format;
    }
  }

  /**
   * What these options ask for.
   *
   * @param positional a script that was named without an option; null for none
   * @param inspection looks into the runs; null for none
   */
  SqlRequest request(CliStreams streams, String positional, Inspection inspection) {
    jobs.configureLogging();
    PlannerHeadStart.begin();
    Configuration configuration = jobs.configuration(streams.caller());
    String executor = configuration.get(DeploymentOptions.TARGET);
    if (inspection != null
        && inspection.runsJobs()
        && !executor.equals(Target.tidemark.executorName())) {
      throw new UsageException(
          "only what runs in this process can be looked into: use --target tidemark, not "
              + executor
              + ".");
    }
    return new SqlRequest(
        configuration,
        init == null ? null : read(init),
        script(streams, positional),
        jarUris(),
        format,
        jobs.verbose(),
        inspection);
  }

  /** The gateway that is to run the statements; null for none. */
  URL gateway() {
    if (gateway == null) {
      return null;
    }
    try {
      URI uri = URI.create(gateway.contains("://") ? gateway : "http://" + gateway);
      if (uri.getHost() != null && uri.getPort() >= 0) {
        return uri.toURL();
      }
    } catch (IllegalArgumentException | MalformedURLException e) {
      throw noGateway();
    }
    throw noGateway();
  }

  private UsageException noGateway() {
    return new UsageException(
        "--gateway " + gateway + " is not HOST:PORT, for example localhost:8083.");
  }

  /** What these options ask a gateway for, whose own settings hold otherwise. */
  SqlRequest gatewayRequest(CliStreams streams) {
    jobs.configureLogging();
    if (format != RowFormat.SQL_CLIENT || !jars.isEmpty()) {
      throw new UsageException("--gateway goes neither with --format nor with --jar.");
    }
    return new SqlRequest(
        Configuration.fromMap(jobs.options()),
        init == null ? null : read(init),
        script(streams, null),
        List.of(),
        format,
        jobs.verbose(),
        null);
  }

  RowFormat format() {
    return format;
  }

  private Script script(CliStreams streams, String positional) {
    if (positional != null) {
      if (source != null) {
        throw new UsageException("name one script: " + positional + ", -f or -e.");
      }
      return read(positional);
    }
    if (source != null) {
      return source.file != null ? read(source.file) : Script.ofArgument("-e", source.statements);
    }
    if (streams.inIsTerminal()) {
      return null;
    }
    try {
      return Script.of("<stdin>", streams.in().readAllBytes());
    } catch (IOException e) {
      throw new UsageException("cannot read standard input: " + e.getMessage());
    }
  }

  private static Script read(String name) {
    Path file = WorkingDirectory.resolve(Path.of(name));
    if (!Files.exists(file)) {
      throw new UsageException("there is no script " + name + ".");
    }
    if (Files.isDirectory(file)) {
      throw new UsageException(name + " is a directory, not a script.");
    }
    try {
      return Script.of(name, Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UsageException("cannot read the script " + name + ": " + e.getMessage());
    }
  }

  private List<URI> jarUris() {
    List<URI> uris = new ArrayList<>();
    for (String jar : jars) {
      Path file = WorkingDirectory.resolve(Path.of(jar));
      if (!Files.isRegularFile(file)) {
        throw new UsageException("there is no jar " + jar + ".");
      }
      JarFiles.check(jar);
      uris.add(file.toAbsolutePath().toUri());
    }
    return uris;
  }
}
