package dev.tidemark.runtime.host;

import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.CheckpointMetaData;
import org.apache.flink.runtime.checkpoint.CheckpointMetrics;
import org.apache.flink.runtime.checkpoint.InflightDataRescalingDescriptor;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.PrioritizedOperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.SubTaskInitializationMetrics;
import org.apache.flink.runtime.checkpoint.TaskStateSnapshot;
import org.apache.flink.runtime.checkpoint.channel.SequentialChannelStateReader;
import org.apache.flink.runtime.checkpoint.filemerging.FileMergingSnapshotManager;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.LocalRecoveryConfig;
import org.apache.flink.runtime.state.TaskStateManager;
import org.apache.flink.runtime.state.changelog.ChangelogStateHandle;
import org.apache.flink.runtime.state.changelog.StateChangelogStorage;
import org.apache.flink.runtime.state.changelog.StateChangelogStorageView;

/** State of a job that starts from nothing: every operator is told that it was not restored. */
final class HostStateManager implements TaskStateManager {
  @Override
  public void reportInitializationMetrics(SubTaskInitializationMetrics metrics) {}

  @Override
  public void reportTaskStateSnapshots(
      CheckpointMetaData metaData,
      CheckpointMetrics metrics,
      TaskStateSnapshot acknowledgedState,
      TaskStateSnapshot localState) {}

  @Override
  public InflightDataRescalingDescriptor getInputRescalingDescriptor() {
    return InflightDataRescalingDescriptor.NO_RESCALE;
  }

  @Override
  public InflightDataRescalingDescriptor getOutputRescalingDescriptor() {
    return InflightDataRescalingDescriptor.NO_RESCALE;
  }

  @Override
  public void reportIncompleteTaskStateSnapshots(
      CheckpointMetaData metaData, CheckpointMetrics metrics) {}

  @Override
  public boolean isTaskDeployedAsFinished() {
    return false;
  }

  @Override
  public Optional<Long> getRestoreCheckpointId() {
    return Optional.empty();
  }

  @Override
  public PrioritizedOperatorSubtaskState prioritizedOperatorState(OperatorID operatorId) {
    return PrioritizedOperatorSubtaskState.emptyNotRestored();
  }

  @Override
  public Optional<OperatorSubtaskState> getSubtaskJobManagerRestoredState(OperatorID operatorId) {
    return Optional.empty();
  }

  @Override
  public LocalRecoveryConfig createLocalRecoveryConfig() {
    return LocalRecoveryConfig.BACKUP_AND_RECOVERY_DISABLED;
  }

  @Override
  public SequentialChannelStateReader getSequentialChannelStateReader() {
    return SequentialChannelStateReader.NO_OP;
  }

  @Override
  public StateChangelogStorage<?> getStateChangelogStorage() {
    return null;
  }

  @Override
  public StateChangelogStorageView<?> getStateChangelogStorageView(
      Configuration configuration, ChangelogStateHandle handle) {
    return null;
  }

  @Override
  public FileMergingSnapshotManager getFileMergingSnapshotManager() {
    return null;
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) {}

  @Override
  public void notifyCheckpointAborted(long checkpointId) {}

  @Override
  public void close() {}
}
