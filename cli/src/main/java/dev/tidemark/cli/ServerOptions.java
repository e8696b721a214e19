package dev.tidemark.cli;

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
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How a server is started: options of {@code tidemark up}, which hands them on to the server. */
final class ServerOptions {

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
      names = "--token-file",
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
