package dev.tidemark.runtime.plan;

import org.apache.flink.streaming.api.operators.StreamOperatorFactory;

/**
 * The factory of an operator that is not to run: another one, a {@link
 * dev.tidemark.runtime.source.SteppedSource}, does its work and that of all operators above it. The
 * plan stays Flink's, so that who looks at a run sees the operators that the program has.
 */
public interface Substitute {

  /** Makes the operator as the plan has it. */
  StreamOperatorFactory<?> original();

  /** Makes the one that runs. */
  StreamOperatorFactory<?> running();
}
