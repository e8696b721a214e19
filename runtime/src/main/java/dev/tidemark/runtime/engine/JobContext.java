package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.TidemarkOptions;
import dev.tidemark.runtime.host.HostClassLoader;
import dev.tidemark.runtime.host.HostEnvironment;
import dev.tidemark.runtime.host.HostTask;
import dev.tidemark.runtime.host.JobResources;
import dev.tidemark.runtime.plan.Plan;
import dev.tidemark.runtime.time.ClockMode;
import dev.tidemark.runtime.time.JobClock;
import dev.tidemark.runtime.time.RealTime;
import dev.tidemark.runtime.time.WatermarkPolicy;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.runtime.jobgraph.JobVertexID;

/** What all nodes of a running job share. Made and used on the job's thread. */
final class JobContext implements AutoCloseable {
  private static final long MILLIS_PER_DAY = 24L * 60 * 60 * 1000;

  final Plan plan;
  final Configuration configuration;
  final JobClock clock;
  final LoopMailbox mailbox;
  final HostClassLoader classLoader;
  final JobResources resources;
  final Coordinators coordinators;
  private final Consumer<Throwable> onFailure;
  private final Map<JobVertexID, HostEnvironment> environments = new LinkedHashMap<>();
  private final Map<JobVertexID, HostTask> tasks = new LinkedHashMap<>();

  JobContext(
      Plan plan,
      Configuration configuration,
      ClassLoader userClassLoader,
      Consumer<Throwable> onFailure) {
    this.plan = plan;
    this.configuration = configuration;
    this.onFailure = onFailure;
    this.classLoader = new HostClassLoader(userClassLoader);
    this.resources = new JobResources(configuration, plan.jobGraph());
    this.mailbox = new LoopMailbox(Thread.currentThread());
    this.clock = clock(plan, configuration, userClassLoader);
    this.coordinators = new Coordinators(this);
  }

  private static JobClock clock(Plan plan, Configuration configuration, ClassLoader loader) {
    ClockMode mode = configuration.get(TidemarkOptions.CLOCK);
    boolean wall =
        mode == ClockMode.WALL
            || (mode == ClockMode.AUTO
                && !PlanTraits.usesTableOperators(plan, loader)
                && PlanTraits.readsUnbounded(plan));
    return wall ? JobClock.wall() : JobClock.frozenAt(frozenAt(configuration));
  }

  private static long frozenAt(Configuration configuration) {
    return configuration
        .getOptional(TidemarkOptions.CLOCK_START)
        .map(text -> Instant.parse(text).toEpochMilli())
        .orElseGet(() -> RealTime.epochMillis() / MILLIS_PER_DAY * MILLIS_PER_DAY);
  }

  WatermarkPolicy watermarkPolicy(boolean sql) {
    return WatermarkGenerators.resolve(
        configuration.get(TidemarkOptions.WATERMARK_POLICY), sql, clock.isWall());
  }

  long patienceNanos() {
    return configuration.get(TidemarkOptions.SOURCE_PATIENCE).toNanos();
  }

  HostTask taskOf(JobVertex vertex) throws Exception {
    HostTask task = tasks.get(vertex.getID());
    if (task == null) {
      HostEnvironment environment =
          new HostEnvironment(plan, vertex, resources, classLoader, coordinators, onFailure);
      environments.put(vertex.getID(), environment);
      task = new HostTask(environment, clock, mailbox);
      tasks.put(vertex.getID(), task);
    }
    return task;
  }

  Iterable<HostEnvironment> environments() {
    return environments.values();
  }

  @Override
  public void close() throws Exception {
    try (AutoCloseable first = classLoader;
        AutoCloseable second = resources) {
      Exception failure = null;
      for (HostTask task : tasks.values()) {
        try {
          task.release();
        } catch (Exception e) {
          failure = org.apache.flink.util.ExceptionUtils.firstOrSuppressed(e, failure);
        }
      }
      if (failure != null) {
        throw failure;
      }
    }
  }
}
