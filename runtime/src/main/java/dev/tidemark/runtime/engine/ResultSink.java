package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.spi.ResultBuffer;
import org.apache.flink.api.common.accumulators.SerializedListAccumulator;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Takes the place of Flink's collect sink: results go to a buffer in this process. */
final class ResultSink extends AbstractStreamOperator<Object>
    implements OneInputStreamOperator<Object, Object> {
  private static final long serialVersionUID = 1L;

  private final transient TypeSerializer<Object> serializer;
  private final transient ResultBuffer buffer;
  private final transient DataOutputSerializer bytes = new DataOutputSerializer(256);
  private final String accumulatorName;

  ResultSink(
      StreamOperatorParameters<Object> parameters,
      TypeSerializer<Object> serializer,
      String accumulatorName,
      ResultBuffer buffer) {
    super(parameters);
    this.serializer = serializer;
    this.accumulatorName = accumulatorName;
    this.buffer = buffer;
  }

  @Override
  public void processElement(StreamRecord<Object> element) throws Exception {
    bytes.clear();
    serializer.serialize(element.getValue(), bytes);
    buffer.add(bytes.getCopyOfBuffer());
  }

  @Override
  public void finish() throws Exception {
    SerializedListAccumulator<byte[]> rest = new SerializedListAccumulator<>();
    rest.add(buffer.remainder(), BytePrimitiveArraySerializer.INSTANCE);
    getRuntimeContext().addAccumulator(accumulatorName, rest);
  }
}
