package dev.tidemark.runtime.plan;

import java.util.List;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.streaming.api.graph.StreamConfig;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;

/**
 * One operator of the plan.
 *
 * @param index position in the plan's topological order, sources first
 * @param id the stream node's id
 * @param name the operator's name, as the web UI of Flink shows it
 * @param description the same at length: for SQL with tables, fields, windows and keys
 * @param config what Flink's job graph generator wrote for this operator
 * @param factory makes the operator
 * @param substitute makes what runs instead of this operator and all above it; null for most
 * @param vertex the job vertex (chain) that the operator belongs to
 * @param inputs one entry per logical input, in order
 */
public record PlanNode(
    int index,
    int id,
    String name,
    String description,
    StreamConfig config,
    StreamOperatorFactory<Object> factory,
    StreamOperatorFactory<Object> substitute,
    JobVertex vertex,
    List<PlanInput> inputs) {

  /** Whether the operator has no input and therefore drives the plan. */
  public boolean isSource() {
    return inputs.isEmpty();
  }
}
