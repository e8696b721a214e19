package dev.tidemark.runtime.plan;

import org.apache.flink.util.OutputTag;

/**
 * A connection between two operators.
 *
 * @param sourceId id of the emitting node
 * @param targetId id of the receiving node
 * @param inputIndex which input of the receiver, from 0
 * @param channel which channel of that input, from 0
 * @param tag the side output that is read, or null for the main output
 * @param chained true if Flink hands records over by method call; false if Flink would serialize
 *     them, in which case the receiver gets a fresh object for each record
 */
public record PlanEdge(
    int sourceId, int targetId, int inputIndex, int channel, OutputTag<?> tag, boolean chained) {}
