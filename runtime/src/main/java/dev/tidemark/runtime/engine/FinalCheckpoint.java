package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.plan.Plan;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.CheckpointType;
import org.apache.flink.runtime.state.CheckpointStorageLocationReference;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;

/**
 * The checkpoint that a job with checkpointing takes after its operators have finished: sinks
 * commit what they wrote only when it is complete. What was snapshot is thrown away.
 */
final class FinalCheckpoint {
  private static final long ID = 1;

  private final List<Node> nodes;

  FinalCheckpoint(Collection<Node> nodes) {
    this.nodes = nodes.stream().sorted(Comparator.comparingInt(n -> n.plan.index())).toList();
  }

  void runIfEnabled(Plan plan) throws Exception {
    if (!CheckpointingOptions.isCheckpointingEnabled(plan.jobGraph().getJobConfiguration())) {
      return;
    }
    CheckpointOptions options =
        new CheckpointOptions(
            CheckpointType.CHECKPOINT, CheckpointStorageLocationReference.getDefault());
    CheckpointStreamFactory streams = new MemCheckpointStreamFactory(Integer.MAX_VALUE);
    for (Node node : nodes) {
      node.operator().prepareSnapshotPreBarrier(ID);
      OperatorSnapshotFutures snapshot = node.operator().snapshotState(ID, 0, options, streams);
      snapshot.cancel();
    }
    for (Node node : nodes) {
      node.operator().notifyCheckpointComplete(ID);
    }
  }
}
