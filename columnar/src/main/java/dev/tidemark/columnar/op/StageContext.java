package dev.tidemark.columnar.op;

import dev.tidemark.columnar.state.MemoryBudget;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;

/**
 * What stages know of the job.
 *
 * @param output where rows and watermarks leave to Flink's operators
 * @param watermarkInterval milliseconds by which event time has to advance before a watermark goes
 *     out ({@code pipeline.auto-watermark-interval})
 * @param batchRows rows in a batch
 * @param memory how much an operator may hold
 */
public record StageContext(
    Output<StreamRecord<RowData>> output,
    long watermarkInterval,
    int batchRows,
    MemoryBudget memory) {}
