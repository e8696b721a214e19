package dev.tidemark.cli;

import dev.tidemark.cli.server.Fingerprint;
import dev.tidemark.cli.server.Limits;
import dev.tidemark.cli.server.Token;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.util.TimeUtils;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** How a server is started: options of {@code tidemark up}, which hands them on to the server. */
final class ServerOptions {

  /** The option that names the file with the token. */
  static final String TOKEN = "--token-file";

  /** How the name of a setting of Flink's begins in {@link #inEffect}. */
  static final String SETTING = "-D ";

  /** Where Flink's own SQL gateway listens. */
  private static final int DEFAULT_PORT = 8083;

  private static final int MAX_PORT = 65535;
  private static final int MIB = 1 << 20;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Where it listens; 0 for any that is free. Default: 8083.")
  private int port = DEFAULT_PORT;

  @Option(
      names = "--address",
      paramLabel = "ADDRESS",
      description =
          "The address it listens on. Default: 127.0.0.1; any other than loopback needs"
              + " --token-file.")
  private String address = "127.0.0.1";

  @Option(
      names = TOKEN,
      paramLabel = "FILE",
      description =
          "Let in only those who send the token in this file: 'Authorization: Bearer TOKEN'.")
  private Path tokenFile;

  @Option(
      names = "--max-sessions",
      paramLabel = "NUMBER",
      description = "How many sessions may be open at the same time. Default: 100.")
  private int maxSessions = 100;

  @Option(
      names = "--idle-timeout",
      paramLabel = "TIME",
      description = "Close a session that nobody has used for so long. Default: 10 min.",
      converter = Time.class)
  private Duration idleTimeout = Duration.ofMinutes(10);

  @Option(
      names = "--statement-timeout",
      paramLabel = "TIME",
      description =
          "Stop a statement that takes longer, with the reading of its result. Default: 1 h.",
      converter = Time.class)
  private Duration statementTimeout = Duration.ofHours(1);

  @Option(
      names = "--max-request",
      paramLabel = "MIB",
      description = "How large a request may be, in MiB. Default: 8.")
  private int maxRequest = 8;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "A setting of Flink's that sessions begin with.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Reads a time as Flink does. */
  static final class Time implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      try {
        Duration time = TimeUtils.parseDuration(text);
        if (time.toMillis() > 0) {
          return time;
        }
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("'" + text + "' is not a time such as 30s or 10 min.");
      }
      throw new TypeConversionException("'" + text + "' is no time at all.");
    }
  }

  /** Fails when the options do not go together, before anything is started. */
  void check() {
    if (port < 0 || port > MAX_PORT) {
      throw new UsageException("--port " + port + " is not between 0 and " + MAX_PORT + ".");
    }
    if (maxSessions < 1) {
      throw new UsageException("--max-sessions must be 1 or more.");
    }
    if (maxRequest < 1 || maxRequest > 1024) {
      throw new UsageException("--max-request must be between 1 and 1024 MiB.");
    }
    Optional<Token> token = token();
    if (!address().isLoopbackAddress() && token.isEmpty()) {
      throw new UsageException(
          "--address "
              + address
              + " can be reached from other machines: say who may come in with --token-file.");
    }
    configuration();
  }

  InetAddress address() {
    try {
      InetAddress found = InetAddress.getByName(address);
      if (found.isAnyLocalAddress() || NetworkInterface.getByInetAddress(found) != null) {
        return found;
      }
    } catch (UnknownHostException | SocketException e) {
      throw notHere();
    }
    throw notHere();
  }

  private UsageException notHere() {
    return new UsageException("--address " + address + " is not an address of this machine.");
  }

  int port() {
    return port;
  }

  Optional<Token> token() {
    if (tokenFile == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(Token.read(tokenFile));
    } catch (IOException e) {
      throw new UsageException("--token-file " + tokenFile + ": " + e.getMessage());
    }
  }

  Limits limits() {
    return new Limits(maxSessions, idleTimeout, statementTimeout, maxRequest * MIB);
  }

  Configuration configuration() {
    return Settings.load(Path.of(""), System.getenv("FLINK_CONF_DIR"), settings, null);
  }

  /**
   * What a server started with these has, by the name of the option; but for the port, which may be
   * any. Of what may be secret, the {@link Fingerprint}; an empty text where no token is wanted.
   */
  Map<String, String> inEffect() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("--address", address().getHostAddress());
    all.put(TOKEN, token().map(token -> Fingerprint.of(token.text())).orElse(""));
    all.put("--max-sessions", Integer.toString(maxSessions));
    all.put("--idle-timeout", TimeUtils.formatWithHighestUnit(idleTimeout));
    all.put("--statement-timeout", TimeUtils.formatWithHighestUnit(statementTimeout));
    all.put("--max-request", Integer.toString(maxRequest));
    settings.forEach((key, value) -> all.put(SETTING + key, Fingerprint.of(value)));
    return all;
  }

  /** Whether an option of {@link #inEffect}, or the port, was on the command line. */
  boolean isGiven(String name) {
    return name.startsWith(SETTING)
        || command.commandLine().getParseResult().hasMatchedOption(name);
  }

  /** The same as words of a command line. */
  List<String> words() {
    List<String> words =
        new ArrayList<>(
            List.of(
                "--port=" + port,
                "--address=" + address,
                "--max-sessions=" + maxSessions,
                "--idle-timeout=" + idleTimeout.toMillis() + "ms",
                "--statement-timeout=" + statementTimeout.toMillis() + "ms",
                "--max-request=" + maxRequest));
    if (tokenFile != null) {
      words.add("--token-file=" + tokenFile.toAbsolutePath());
    }
    settings.forEach((key, value) -> words.addAll(List.of("-D", key + "=" + value)));
    return words;
  }
}
