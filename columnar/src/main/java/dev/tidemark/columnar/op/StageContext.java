package dev.tidemark.columnar.op;

import dev.tidemark.columnar.observe.Watch;
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
 * @param watch shows what comes to the stage, if it emits rows or makes other rows of those that
 *     come; null if nobody looks
 */
public record StageContext(
    Output<StreamRecord<RowData>> output,
    long watermarkInterval,
    int batchRows,
    MemoryBudget memory,
    RuntimeContext functions,
    List<AutoCloseable> closing,
    Watch watch) {

  /** The same for a stage that ends a stretch of the pipeline that somebody looks at. */
  public StageContext watched(Watch newWatch) {
    return new StageContext(
        output, watermarkInterval, batchRows, memory, functions, closing, newWatch);
  }
}
