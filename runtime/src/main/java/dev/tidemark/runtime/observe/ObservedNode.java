package dev.tidemark.runtime.observe;

import dev.tidemark.runtime.plan.PlanNode;
import org.apache.flink.streaming.api.operators.StreamOperator;

/**
 * An operator under observation.
 *
 * @param plan what the plan says about it
 * @param operator Flink's operator, open
 */
public record ObservedNode(PlanNode plan, StreamOperator<?> operator) {}
