package dev.tidemark.cli.server;

import dev.tidemark.cli.page.PageLimits;
import dev.tidemark.cli.page.PageServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** The process behind {@code tidemark up}, from its first word to its last. */
public final class WarmServer {

  private static final int SECRET_BYTES = 32;
  private static final int LOCK_ATTEMPTS = 20;

  private final StateFolder folder;
  private final Map<String, String> options;
  private final CountDownLatch over = new CountDownLatch(1);
  private final long startNanos = System.nanoTime();
  private final RunningJobs jobs = new RunningJobs();
  private final String secret = secret();

  /** Early: a new build may take the place of ours at any time. */
  private final String build = ServerState.thisBuild();

  private GatewaySessions sessions;
  private volatile CommandPort commandPort;
  private Gateway gateway;
  private String pageUrl;
  private boolean tokenWanted;

  /**
   * A server that keeps its state in a folder.
   *
   * @param options what it says of the options it has, see {@link ServerState}
   */
  public WarmServer(StateFolder folder, Map<String, String> options) {
    this.folder = folder;
    this.options = options;
  }

  /**
   * Starts, says in the state file where it is, and returns when it is told to end.
   *
   * @param configuration what sessions begin with
   * @param address where the gateway listens
   * @param port 0 for any that is free
   * @param token what callers have to send; empty for nothing
   * @param home the installation
   * @return whether it was told to end; false when there is a server already
   * @throws Exception when it cannot start
   */
  public boolean run(
      Configuration configuration,
      InetAddress address,
      int port,
      Optional<Token> token,
      Limits limits,
      Path home)
      throws Exception {
    folder.create();
    Optional<LifeLock> lock = lock();
    if (lock.isEmpty()) {
      return false;
    }
    try (LifeLock held = lock.get()) {
      held.sign(ProcessHandle.current().pid());
      Files.deleteIfExists(folder.stateFile());
      FileSystem.initialize(configuration, null);
      CallStreams.install();
      sessions = new GatewaySessions(configuration, limits, jobs);
      try (Gateway opened = Gateway.start(address, port, token, sessions, limits, folder.path());
          PageServer page = page(token, port, configuration, home, limits);
          CommandPort calls = new CommandPort(secret, this::status, over::countDown)) {
        gateway = opened;
        tokenWanted = token.isPresent();
        pageUrl = page == null ? "" : page.url();
        commandPort = calls;
        WarmUp.run(folder.path());
        serve(home);
      } finally {
        Files.deleteIfExists(folder.stateFile());
      }
    }
    return true;
  }

  /** None where a token is wanted: a browser has no way to send it. */
  private PageServer page(
      Optional<Token> token, int port, Configuration configuration, Path home, Limits limits)
      throws IOException {
    return token.isPresent()
        ? null
        : PageServer.start(
            port == 0 ? 0 : port + 1,
            configuration,
            home,
            new PageLimits(limits.idle(), limits.statement()),
            this::write);
  }

  /** What the page's list says besides the page's own runs. */
  private void write(ObjectNode node) {
    sessions.write(node.putArray("sessions"));
    CommandPort calls = commandPort;
    ArrayNode commands = node.putArray("commands");
    if (calls != null) {
      calls.write(commands);
    }
  }

  /** Somebody may just be looking whether the lock is free. */
  private Optional<LifeLock> lock() throws IOException, InterruptedException {
    for (int i = 0; i < LOCK_ATTEMPTS; i++) {
      Optional<LifeLock> lock = LifeLock.take(folder);
      if (lock.isPresent()) {
        return lock;
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    return Optional.empty();
  }

  private void serve(Path home) throws IOException, InterruptedException {
    ServerState state =
        new ServerState(
            ProcessHandle.current().pid(),
            System.currentTimeMillis(),
            gateway.url(),
            pageUrl,
            commandPort.port(),
            secret,
            home.toString(),
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            clientClassPath(),
            build,
            options);
    commandPort.start();
    Runtime.getRuntime().addShutdownHook(new Thread(this::forget, "server-forget"));
    state.write(folder);
    over.await();
  }

  /** A kill ends us without the rest of {@link #run}. */
  private void forget() {
    try {
      Files.deleteIfExists(folder.stateFile());
    } catch (IOException e) {
      // The lock tells everybody that it means nothing any more.
      return;
    }
  }

  private static String secret() {
    byte[] bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Where our own classes are: a client needs no others. */
  private static String clientClassPath() {
    try {
      return Path.of(WarmServer.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** docs/server.md describes the fields. */
  private String status() {
    ObjectNode json = new ObjectMapper().createObjectNode();
    json.put("schema", "tidemark.status/1");
    json.put("up", true);
    json.put("url", gateway.url());
    json.put("page", pageUrl);
    json.put("token", tokenWanted);
    json.put("pid", ProcessHandle.current().pid());
    json.put("upSeconds", TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos));
    json.put("sessions", sessions.count());
    json.put("commands", commandPort.commands());
    json.put("jobs", jobs.count());
    Runtime runtime = Runtime.getRuntime();
    json.put("heapBytes", runtime.totalMemory() - runtime.freeMemory());
    json.put("otherBytes", ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage().getUsed());
    json.put("codeBytes", codeBytes());
    json.put("classes", ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
    json.put("threads", ManagementFactory.getThreadMXBean().getThreadCount());
    json.put("log", folder.logFile().toString());
    return json.toString();
  }

  private static long codeBytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getName().startsWith("Code"))
        .mapToLong(pool -> pool.getUsage().getUsed())
        .sum();
  }
}
