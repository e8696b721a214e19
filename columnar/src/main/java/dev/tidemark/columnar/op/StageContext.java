package dev.tidemark.columnar.op;

import dev.tidemark.columnar.state.MemoryBudget;
import java.util.List;
import org.apache.flink.api.common.functions.RuntimeContext;
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
 * @param functions what functions of the program may ask for
 * @param closing what is to be closed at the end, the last first; stages add to it
 */
public record StageContext(
    Output<StreamRecord<RowData>> output,
    long watermarkInterval,
    int batchRows,
    MemoryBudget memory,
    RuntimeContext functions,
    List<AutoCloseable> closing) {}
