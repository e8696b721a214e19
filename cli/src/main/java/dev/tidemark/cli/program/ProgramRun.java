package dev.tidemark.cli.program;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.EarlyInterrupt;
import dev.tidemark.cli.ExitCode;
import dev.tidemark.cli.ShutdownHooks;
import dev.tidemark.cli.Target;
import dev.tidemark.cli.UsageException;
import dev.tidemark.cli.errors.ErrorPrinter;
import dev.tidemark.cli.errors.RootCause;
import dev.tidemark.cli.jobs.JobTracker;
import dev.tidemark.cli.jobs.LateRecords;
import dev.tidemark.cli.jobs.TrackedJob;
import dev.tidemark.columnar.plan.ColumnarServices;
import dev.tidemark.runtime.TidemarkOptions;
import java.io.File;
import java.net.URL;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.flink.client.ClientUtils;
import org.apache.flink.client.program.PackagedProgram;
import org.apache.flink.client.program.ProgramInvocationException;
import org.apache.flink.client.program.StreamContextEnvironment;
import org.apache.flink.configuration.ConfigUtils;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.datastream.impl.ExecutionContextEnvironment;

/** One call of {@code tidemark run}: the main method of a jar, as {@code flink run} calls it. */
public final class ProgramRun {

  private final CliStreams streams;
  private final ErrorPrinter errors;
  private final ProgramLook inspection;
  private final JobTracker jobs = new JobTracker();
  private volatile List<TrackedJob> left = List.of();
  private volatile boolean over;
  private volatile boolean stopping;
  private volatile boolean cancelled;

  /**
   * Prepares a run.
   *
   * @param inspection looks into the program's jobs; null for nothing
   */
  public ProgramRun(CliStreams streams, boolean verbose, ProgramLook inspection) {
    this.streams = streams;
    this.inspection = inspection;
    this.errors = new ErrorPrinter(streams.err(), streams.colourErr(), verbose);
  }

  /**
   * Calls the main method and waits for the jobs that it has left running.
   *
   * @param jar the program
   * @param mainClass its main class, or null to take the one that the jar names
   * @param arguments the program's own arguments
   * @param configuration Flink's configuration
   * @return the exit code
   * @throws UsageException when the jar is no program
   */
  public int run(File jar, String mainClass, List<String> arguments, Configuration configuration) {
    long startNanos = System.nanoTime();
    FileSystem.initialize(configuration, null);
    if (inspection != null) {
      Target.requireOwn(configuration);
      configuration.set(TidemarkOptions.OBSERVER, inspection.observer());
    }
    Thread onSignal = new Thread(() -> stop(jar), "tidemark-interrupted");
    Runtime.getRuntime().addShutdownHook(onSignal);
    EarlyInterrupt.tooLate();
    int failures;
    int submitted;
    try (PackagedProgram program = program(jar, mainClass, arguments, configuration)) {
      ConfigUtils.encodeCollectionToConfig(
          configuration, PipelineOptions.JARS, program.getJobJarAndDependencies(), URL::toString);
      failures = call(program, configuration);
      left = jobs.takeSubmitted();
      submitted = left.size();
      failures += failures == 0 ? await(left) : 0;
    } catch (InterruptedException e) {
      return ExitCode.INTERRUPTED;
    } finally {
      over = true;
      ShutdownHooks.remove(onSignal);
    }
    if (stopping && !cancelled) {
      ShutdownHooks.waitForTheEnd();
    }
    streams.flush();
    if (streams.outputGone()) {
      return ExitCode.FAILED;
    }
    if (!cancelled) {
      sumUp(submitted, failures, System.nanoTime() - startNanos);
    }
    int code = cancelled ? ExitCode.INTERRUPTED : failures > 0 ? ExitCode.FAILED : ExitCode.DONE;
    return inspection == null ? code : inspection.exitCode(jar.getPath(), code);
  }

  private static PackagedProgram program(
      File jar, String mainClass, List<String> arguments, Configuration configuration) {
    try {
      return PackagedProgram.newBuilder()
          .setJarFile(jar)
          .setEntryPointClassName(mainClass)
          .setArguments(arguments.toArray(new String[0]))
          .setConfiguration(configuration)
          .build();
    } catch (ProgramInvocationException e) {
      String message = RootCause.of(e).message();
      boolean noMain =
          e.getMessage() != null && e.getMessage().startsWith("Neither a 'Main-Class'");
      throw new UsageException(
          noMain
              ? jar + " names no main class in its manifest: add -c with the name of the class."
              : "cannot run " + jar + ": " + message);
    }
  }

  private int call(PackagedProgram program, Configuration configuration) {
    try {
      if (TidemarkOptions.TARGET.equals(configuration.get(DeploymentOptions.TARGET))) {
        callInColumns(program, configuration);
      } else {
        ClientUtils.executeProgram(jobs, configuration, program, false, true);
      }
      return 0;
    } catch (ProgramInvocationException | RuntimeException | LinkageError | OutOfMemoryError e) {
      if (stopping) {
        return 1;
      }
      streams.flush();
      System.out.flush();
      errors.error(null, RootCause.of(e));
      return 1;
    }
  }

  /**
   * As ClientUtils#executeProgram, but the planner that a TableEnvironment of the program finds is
   * the columnar one.
   */
  private void callInColumns(PackagedProgram program, Configuration configuration)
      throws ProgramInvocationException {
    ClassLoader userCode = program.getUserCodeClassLoader();
    Thread thread = Thread.currentThread();
    ClassLoader own = thread.getContextClassLoader();
    thread.setContextClassLoader(new ColumnarServices(userCode));
    try {
      StreamContextEnvironment.setAsContext(
          jobs,
          configuration,
          userCode,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          true,
          null,
          null,
          List.of());
      ExecutionContextEnvironment.setAsContext(jobs, configuration, userCode);
      try {
        program.invokeInteractiveModeForExecution();
      } finally {
        StreamContextEnvironment.unsetAsContext();
        ExecutionContextEnvironment.unsetAsContext();
      }
    } finally {
      thread.setContextClassLoader(own);
    }
  }

  /** Waits for what the program submitted without waiting: executeAsync, executeSql of INSERT. */
  private int await(List<TrackedJob> left) throws InterruptedException {
    int failures = 0;
    for (TrackedJob job : left) {
      Throwable failure = job.collects() ? null : job.await();
      if (failure != null) {
        errors.error(null, RootCause.of(failure));
        failures++;
      }
    }
    return failures;
  }

  private void sumUp(int submitted, int failures, long nanos) {
    streams
        .err()
        .printf(
            Locale.ROOT,
            "tidemark: %d job%s, %s%s%.2f s%n",
            submitted,
            submitted == 1 ? "" : "s",
            failures > 0 ? "failed, " : "",
            inspection == null ? LateRecords.told(jobs.lateRecordsDropped(), "--drops") : "",
            nanos / 1e9);
  }

  /** Ctrl-C, or the program has called System.exit: nothing may run on. */
  private void stop(File jar) {
    if (over) {
      return;
    }
    stopping = true;
    cancelJobs();
    if (inspection != null && !streams.outputGone()) {
      inspection.exitCode(jar.getPath(), ExitCode.INTERRUPTED);
    }
    streams.flush();
  }

  /**
   * Ends the program's jobs, and so its main method, if that waits for them; the process goes on.
   */
  public void cancel() {
    if (!over) {
      cancelled = true;
      stopping = true;
      cancelJobs();
    }
  }

  private void cancelJobs() {
    try {
      for (List<TrackedJob> each : List.of(left, jobs.takeSubmitted())) {
        for (TrackedJob job : each) {
          job.cancel(2, TimeUnit.SECONDS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
