package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.compat.FlinkFields;
import dev.tidemark.runtime.spi.ResultBuffer;
import java.util.Locale;
import org.apache.flink.api.common.accumulators.SerializedListAccumulator;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.collect.CollectSinkFunction;
import org.apache.flink.streaming.api.operators.collect.CollectSinkOperatorFactory;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Takes the place of Flink's collect sink: results go to a buffer in this process. */
final class ResultSink extends AbstractStreamOperator<Object>
    implements OneInputStreamOperator<Object, Object> {
  private static final long serialVersionUID = 1L;

  private final transient TypeSerializer<Object> serializer;
  private final transient ResultBuffer buffer;
  private final transient DataOutputSerializer bytes = new DataOutputSerializer(256);
  private final long maxRecordBytes;
  private final String accumulatorName;

  /**
   * @param replaced the function of Flink's sink: its serializer, accumulator and limits count
   */
  ResultSink(
      StreamOperatorParameters<Object> parameters,
      CollectSinkFunction<?> replaced,
      ResultBuffer buffer) {
    super(parameters);
    this.serializer = FlinkFields.resultSerializer(replaced);
    this.accumulatorName = FlinkFields.resultAccumulator(replaced);
    this.maxRecordBytes = replaced.getMaxBytesPerBatch();
    this.buffer = buffer;
  }

  @Override
  public void processElement(StreamRecord<Object> element) throws Exception {
    bytes.clear();
    serializer.serialize(element.getValue(), bytes);
    if (bytes.length() > maxRecordBytes) {
      // In Flink's words: programs and people know them.
      throw new RuntimeException(
          String.format(
              Locale.ROOT,
              "Record size is too large for CollectSinkFunction. Record size is %d bytes, but max"
                  + " bytes per batch is only %d bytes. Please consider increasing max bytes per"
                  + " batch value by setting %s",
              bytes.length(),
              maxRecordBytes,
              CollectSinkOperatorFactory.MAX_BATCH_SIZE.key()));
    }
    buffer.add(bytes.getCopyOfBuffer());
  }

  @Override
  public void finish() throws Exception {
    SerializedListAccumulator<byte[]> rest = new SerializedListAccumulator<>();
    rest.add(buffer.remainder(), BytePrimitiveArraySerializer.INSTANCE);
    getRuntimeContext().addAccumulator(accumulatorName, rest);
  }
}
