package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.source.EnumeratorHost;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.jobgraph.tasks.TaskOperatorEventGateway;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.apache.flink.runtime.operators.coordination.OperatorEventDispatcher;
import org.apache.flink.runtime.operators.coordination.OperatorEventGateway;
import org.apache.flink.runtime.operators.coordination.OperatorEventHandler;
import org.apache.flink.util.SerializedValue;

/** Connects operators with what Flink runs on the job manager for them. */
final class Coordinators implements OperatorEventDispatcher, TaskOperatorEventGateway {
  private final JobContext context;
  private final Map<OperatorID, EnumeratorHost<?, ?>> enumerators = new LinkedHashMap<>();

  Coordinators(JobContext context) {
    this.context = context;
  }

  void register(OperatorID operator, EnumeratorHost<?, ?> enumerator) {
    enumerators.put(operator, enumerator);
  }

  @Override
  public void registerEventHandler(OperatorID operator, OperatorEventHandler handler) {
    // The enumerator's host calls its operator directly.
  }

  @Override
  public OperatorEventGateway getOperatorEventGateway(OperatorID operator) {
    EnumeratorHost<?, ?> enumerator = enumerators.get(operator);
    if (enumerator != null) {
      return enumerator;
    }
    // What remains is dynamic partition pruning, which saves reading and changes no result; plans
    // with other coordinators are refused before they run.
    return event -> {};
  }

  @Override
  public void sendOperatorEventToCoordinator(
      OperatorID operator, SerializedValue<OperatorEvent> event) {
    try {
      getOperatorEventGateway(operator)
          .sendEventToCoordinator(event.deserializeValue(context.classLoader.asClassLoader()));
    } catch (Exception e) {
      throw new IllegalStateException("cannot deliver an event to its coordinator", e);
    }
  }

  @Override
  public CompletableFuture<CoordinationResponse> sendRequestToCoordinator(
      OperatorID operator, SerializedValue<CoordinationRequest> request) {
    return CompletableFuture.failedFuture(
        new UnsupportedOperationException(
            "target tidemark runs no coordinator for operator " + operator));
  }
}
