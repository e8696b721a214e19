package dev.tidemark.runtime.plan;

import java.util.List;

/**
 * One logical input of an operator.
 *
 * @param index position among the operator's inputs, from 0
 * @param sorted whether the records must arrive grouped and sorted by key (batch mode)
 * @param edges the channels that end here: more than one after a union
 */
public record PlanInput(int index, boolean sorted, List<PlanEdge> edges) {}
