package dev.tidemark.cli.server;

import dev.tidemark.cli.plans.PlanListener;
import dev.tidemark.cli.sql.GatewayContext;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.table.gateway.api.operation.OperationHandle;
import org.apache.flink.table.gateway.api.session.SessionEnvironment;
import org.apache.flink.table.gateway.api.session.SessionHandle;
import org.apache.flink.table.gateway.api.utils.SqlGatewayException;
import org.apache.flink.table.gateway.service.context.DefaultContext;
import org.apache.flink.table.gateway.service.session.Session;
import org.apache.flink.table.gateway.service.session.SessionManager;

/**
 * The open sessions of the gateway: so many at most, and none that nobody has asked anything for a
 * while. Takes the place of Flink's SessionManagerImpl, whose sessions plan with Flink's planner
 * and have no time limits.
 */
final class GatewaySessions implements SessionManager {

  private static final Duration MAX_CHECK_INTERVAL = Duration.ofMinutes(1);

  private final Configuration configuration;
  private final Limits limits;
  private final RunningJobs jobs;
  private final Map<SessionHandle, SessionActivity> sessions = new LinkedHashMap<>();
  private final ScheduledThreadPoolExecutor clock =
      new ScheduledThreadPoolExecutor(1, daemons("gateway-clock"));
  private final ExecutorService statements =
      Executors.newCachedThreadPool(daemons("gateway-statement"));

  /**
   * Nobody has a session yet.
   *
   * @param configuration what sessions begin with
   */
  GatewaySessions(Configuration configuration, Limits limits, RunningJobs jobs) {
    this.configuration = configuration;
    this.limits = limits;
    this.jobs = jobs;
    clock.setRemoveOnCancelPolicy(true);
  }

  private static ThreadFactory daemons(String name) {
    AtomicInteger count = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public void start() {
    long interval =
        Math.max(1, Math.min(limits.idle().toMillis() / 4, MAX_CHECK_INTERVAL.toMillis()));
    ScheduledFuture<?> unused =
        clock.scheduleWithFixedDelay(this::closeIdle, interval, interval, TimeUnit.MILLISECONDS);
  }

  @Override
  public void stop() {
    clock.shutdownNow();
    takeAll().forEach(GatewaySessions::close);
    statements.shutdownNow();
  }

  private synchronized List<Session> takeAll() {
    List<Session> all =
        new ArrayList<>(sessions.values().stream().map(SessionActivity::session).toList());
    sessions.clear();
    return all;
  }

  @Override
  public synchronized Session getSession(SessionHandle handle) {
    SessionActivity found = sessions.get(handle);
    if (found == null) {
      throw new SqlGatewayException("Session '" + handle + "' does not exist.");
    }
    found.session().touch();
    return found.session();
  }

  /** A statement has begun in a session. */
  synchronized void began(SessionHandle handle, String statement, OperationHandle operation) {
    SessionActivity found = sessions.get(handle);
    if (found != null) {
      found.began(statement, operation);
    }
  }

  /** What the page's list says of the open ones, oldest first. */
  void write(ArrayNode node) {
    List<SessionActivity> open;
    synchronized (this) {
      open = List.copyOf(sessions.values());
    }
    open.forEach(each -> each.write(node));
  }

  @Override
  public Session openSession(SessionEnvironment environment) {
    LimitedOperations operations = new LimitedOperations(statements, limits.statement(), clock);
    Session session = create(environment, operations);
    synchronized (this) {
      if (sessions.size() < limits.sessions()) {
        session.open();
        sessions.put(
            session.getSessionHandle(),
            new SessionActivity(session, environment.getSessionName(), operations));
        return session;
      }
    }
    close(session);
    throw new SqlGatewayException(
        "No more than "
            + limits.sessions()
            + " sessions may be open at the same time: close one, or wait until one is idle.");
  }

  private Session create(SessionEnvironment asked, LimitedOperations operations) {
    // Clients send all their settings; where they would run jobs of their own is not for us.
    SessionEnvironment.Builder environment =
        SessionEnvironment.newBuilder()
            .setSessionEndpointVersion(asked.getSessionEndpointVersion());
    asked.getSessionName().ifPresent(environment::setSessionName);
    Map<String, String> settings = new HashMap<>(asked.getSessionConfig());
    settings.remove(DeploymentOptions.TARGET.key());
    environment.addSessionConfig(settings);
    try {
      return new Session(
          GatewayContext.create(
              new DefaultContext(configuration, List.of()),
              SessionHandle.create(),
              environment.build(),
              operations,
              jobs,
              PlanListener.NOBODY,
              true));
    } catch (IOException e) {
      throw new SqlGatewayException("Cannot open a session.", e);
    }
  }

  @Override
  public void closeSession(SessionHandle handle) {
    SessionActivity session;
    synchronized (this) {
      session = sessions.remove(handle);
    }
    if (session == null) {
      throw new SqlGatewayException("Session '" + handle + "' does not exist.");
    }
    close(session.session());
  }

  /** How many are open. */
  synchronized int count() {
    return sessions.size();
  }

  private void closeIdle() {
    for (Session session : takeIdle()) {
      // What is at work in it may take its time to end; nobody else is to wait for it.
      statements.execute(() -> close(session));
    }
  }

  private synchronized List<Session> takeIdle() {
    long since = System.currentTimeMillis() - limits.idle().toMillis();
    List<Session> idle =
        sessions.values().stream()
            .map(SessionActivity::session)
            .filter(each -> each.getLastAccessTime() < since)
            .toList();
    idle.forEach(each -> sessions.remove(each.getSessionHandle()));
    return idle;
  }

  private static void close(Session session) {
    try {
      session.close();
    } catch (RuntimeException e) {
      // It is out of reach already; what could not be closed in time ends by itself.
      System.err.println("closing session " + session.getSessionHandle() + ": " + e);
    }
  }
}
