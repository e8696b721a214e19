package dev.tidemark.runtime.host;

import java.util.function.Consumer;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.taskmanager.TaskExecutionState;
import org.apache.flink.runtime.taskmanager.TaskManagerActions;

/** Failures that operators report from other threads end the job. */
record FailingActions(Consumer<Throwable> onFailure) implements TaskManagerActions {
  @Override
  public void notifyFatalError(String message, Throwable cause) {
    onFailure.accept(cause);
  }

  @Override
  public void failTask(ExecutionAttemptID attempt, Throwable cause) {
    onFailure.accept(cause);
  }

  @Override
  public void updateTaskExecutionState(TaskExecutionState state) {}

  @Override
  public void notifyEndOfData(ExecutionAttemptID attempt) {}
}
