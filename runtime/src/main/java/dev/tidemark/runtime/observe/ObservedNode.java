package dev.tidemark.runtime.observe;

import dev.tidemark.runtime.plan.PlanNode;
import org.apache.flink.streaming.api.operators.StreamOperator;

/**
 * An operator under observation.
 *
 * @param plan what the plan says about it
 * @param operator Flink's operator, open; where another does its work ({@link
 *     PlanNode#substitute()}), constructed only
 */
public record ObservedNode(PlanNode plan, StreamOperator<?> operator) {}
