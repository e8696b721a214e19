package dev.tidemark.runtime.spi;

import dev.tidemark.runtime.engine.JobRun;
import dev.tidemark.runtime.engine.ResultBuffers;
import dev.tidemark.runtime.observe.RunObserver;
import dev.tidemark.runtime.plan.Plan;
import dev.tidemark.runtime.time.RealTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.accumulators.Accumulator;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.JobException;
import org.apache.flink.runtime.client.JobCancellationException;
import org.apache.flink.runtime.client.JobExecutionException;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;
import org.apache.flink.runtime.operators.coordination.CoordinationRequestGateway;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;
import org.apache.flink.streaming.api.graph.StreamGraphHasherV2;
import org.apache.flink.streaming.api.operators.collect.CollectCoordinationRequest;
import org.apache.flink.streaming.api.operators.collect.CollectResultFetcher;

/** A submitted job: its thread, and what a client may ask about it. */
final class Job implements TidemarkJob, CoordinationRequestGateway {
  private static final StackWalker CALLERS =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private final Plan plan;
  private final JobRun run;
  private final Thread thread;
  private final Buffers buffers = new Buffers();
  private final CompletableFuture<JobExecutionResult> result = new CompletableFuture<>();
  private volatile JobStatus status = JobStatus.RUNNING;

  Job(Plan plan, Configuration configuration, ClassLoader userClassLoader, RunObserver observer) {
    this.plan = plan;
    this.run = new JobRun(plan, configuration, userClassLoader, buffers, observer);
    this.thread = new Thread(this::execute, "tidemark-job-" + plan.jobGraph().getName());
    this.thread.setContextClassLoader(userClassLoader);
  }

  void start() {
    thread.start();
  }

  private void execute() {
    long start = RealTime.nanos();
    JobExecutionResult outcome = null;
    Throwable failure = null;
    JobStatus end = JobStatus.FINISHED;
    try {
      Map<String, Accumulator<?, ?>> accumulators = run.execute();
      Map<String, org.apache.flink.util.OptionalFailure<Object>> values = new HashMap<>();
      accumulators.forEach(
          (name, accumulator) ->
              values.put(
                  name, org.apache.flink.util.OptionalFailure.of(accumulator.getLocalValue())));
      long millis = TimeUnit.NANOSECONDS.toMillis(RealTime.nanos() - start);
      outcome = new JobExecutionResult(getJobID(), millis, values);
    } catch (CancellationException e) {
      end = JobStatus.CANCELED;
      failure = new JobCancellationException(getJobID(), "Job was cancelled.", null);
    } catch (Throwable e) {
      end = JobStatus.FAILED;
      failure =
          new JobExecutionException(
              getJobID(),
              "Job execution failed.",
              // The wrapper that Flink adds when no restart strategy is configured.
              new JobException("Recovery is suppressed by NoRestartBackoffTimeStrategy", e));
    }
    status = end;
    if (failure == null) {
      result.complete(outcome);
    } else {
      result.completeExceptionally(failure);
    }
    buffers.all().forEach(ResultBuffer::jobEnded);
  }

  @Override
  public JobID getJobID() {
    return plan.jobGraph().getJobID();
  }

  /**
   * The fetcher of collected results asks for the status before each request and sleeps 100 ms
   * after an empty answer; so it is kept waiting here until there is something to fetch. Of a
   * failure it learns when it has taken what there was before: once told, it asks for no more rows.
   * When it asks in order to cancel the job, it does not wait: there may never be more to fetch.
   */
  @Override
  public CompletableFuture<JobStatus> getJobStatus() {
    if (!buffers.all().isEmpty() && askedByFetcher()) {
      try {
        for (ResultBuffer buffer : buffers.all()) {
          buffer.awaitResults();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (status == JobStatus.FAILED && !buffers.all().stream().allMatch(ResultBuffer::drained)) {
        return CompletableFuture.completedFuture(JobStatus.FAILING);
      }
    }
    return CompletableFuture.completedFuture(status);
  }

  private static boolean askedByFetcher() {
    List<String> methods =
        CALLERS.walk(
            frames ->
                frames
                    .limit(5)
                    .filter(frame -> frame.getDeclaringClass() == CollectResultFetcher.class)
                    .map(StackWalker.StackFrame::getMethodName)
                    .toList());
    return !methods.isEmpty() && !methods.contains("cancelJob");
  }

  @Override
  public LongSupplier lateRecordsDropped() {
    return run.lateRecordsDropped();
  }

  @Override
  public CompletableFuture<Void> cancel() {
    run.cancel();
    buffers.all().forEach(ResultBuffer::jobEnded);
    return result.handle((value, error) -> null);
  }

  @Override
  public CompletableFuture<String> stopWithSavepoint(
      boolean advanceToEndOfEventTime, String directory, SavepointFormatType format) {
    return noSavepoints();
  }

  @Override
  public CompletableFuture<String> triggerSavepoint(String directory, SavepointFormatType format) {
    return noSavepoints();
  }

  private static CompletableFuture<String> noSavepoints() {
    return CompletableFuture.failedFuture(
        new UnsupportedOperationException(
            "target tidemark takes no savepoints; --target local does"));
  }

  @Override
  public CompletableFuture<Map<String, Object>> getAccumulators() {
    return result.isDone()
        ? result.thenApply(JobExecutionResult::getAllAccumulatorResults)
        : CompletableFuture.completedFuture(Map.of());
  }

  @Override
  public CompletableFuture<JobExecutionResult> getJobExecutionResult() {
    return result;
  }

  @Override
  public CompletableFuture<CoordinationResponse> sendCoordinationRequest(
      String operatorUid, CoordinationRequest request) {
    if (!(request instanceof CollectCoordinationRequest collect)) {
      return CompletableFuture.failedFuture(
          new UnsupportedOperationException("target tidemark answers result requests only"));
    }
    ResultBuffer buffer =
        buffers.of(new OperatorID(StreamGraphHasherV2.generateUserSpecifiedHash(operatorUid)));
    try {
      return CompletableFuture.completedFuture(buffer.fetch(collect));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return CompletableFuture.failedFuture(new CompletionException(e));
    }
  }

  private static final class Buffers implements ResultBuffers {
    private final Map<OperatorID, ResultBuffer> buffers = new LinkedHashMap<>();

    @Override
    public synchronized ResultBuffer of(OperatorID sink) {
      return buffers.computeIfAbsent(sink, id -> new ResultBuffer());
    }

    @Override
    public synchronized Collection<ResultBuffer> all() {
      return List.copyOf(buffers.values());
    }
  }
}
