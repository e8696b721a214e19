package dev.tidemark.runtime.host;

import dev.tidemark.runtime.time.JobClock;
import dev.tidemark.runtime.time.NodeTime;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.runtime.tasks.StreamTask;
import org.apache.flink.streaming.runtime.tasks.StreamTaskActionExecutor;
import org.apache.flink.streaming.runtime.tasks.TimerService;
import org.apache.flink.streaming.runtime.tasks.mailbox.TaskMailbox;

/**
 * The task that operators of one job vertex believe to live in. It is never invoked: the engine
 * calls the operators itself. What it gives them is the environment, the state backend that the
 * program configured and a place to register what must be closed.
 */
public final class HostTask extends StreamTask<Object, StreamOperator<Object>> {

  public HostTask(Environment environment, JobClock clock, TaskMailbox mailbox) throws Exception {
    super(
        environment,
        new NodeTime(clock, NodeTime.Timers.CLOCK),
        (thread, error) -> environment.failExternally(error),
        StreamTaskActionExecutor.IMMEDIATE,
        mailbox);
  }

  /** The backend that keyed and operator state of this vertex live in. */
  public StateBackend stateBackend() {
    return stateBackend;
  }

  /** Timers in real time, for operators that wait for the outside world. */
  public TimerService realTimers() {
    return systemTimerService;
  }

  /** Closes what operators registered and what the task itself holds. */
  public void release() throws Exception {
    cleanUp(null);
  }

  /** One record per call of a source's {@code emitNext}: a turn is one record. */
  @Override
  public CanEmitBatchOfRecordsChecker getCanEmitBatchOfRecords() {
    return () -> false;
  }

  @Override
  protected void init() {
    throw new IllegalStateException("the host task is not run");
  }
}
