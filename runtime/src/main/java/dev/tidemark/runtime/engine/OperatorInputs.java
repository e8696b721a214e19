package dev.tidemark.runtime.engine;

import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.Input;
import org.apache.flink.streaming.api.operators.MultipleInputStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.io.RecordProcessorUtils;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.function.ThrowingConsumer;

/** Gives the inputs of one-, two- and multiple-input operators the same face. */
final class OperatorInputs {
  private OperatorInputs() {}

  /** The input at {@code index}, from 0. */
  @SuppressWarnings("unchecked")
  static Input<Object> of(StreamOperator<?> operator, int index) {
    if (operator instanceof OneInputStreamOperator) {
      return (Input<Object>) operator;
    }
    if (operator instanceof TwoInputStreamOperator) {
      TwoInputStreamOperator<Object, Object, ?> two =
          (TwoInputStreamOperator<Object, Object, ?>) operator;
      return index == 0 ? new First(two) : new Second(two);
    }
    if (operator instanceof MultipleInputStreamOperator) {
      return (Input<Object>) ((MultipleInputStreamOperator<?>) operator).getInputs().get(index);
    }
    throw new IllegalArgumentException("operator without inputs: " + operator.getClass());
  }

  /**
   * What handles a record of the input at {@code index}: it sets the key first, or hands the record
   * to an operator that orders its records by key itself.
   */
  @SuppressWarnings("unchecked")
  static ThrowingConsumer<StreamRecord<Object>, Exception> processor(
      StreamOperator<?> operator, int index) {
    if (operator instanceof TwoInputStreamOperator
        && !(operator instanceof OneInputStreamOperator)) {
      TwoInputStreamOperator<Object, Object, ?> two =
          (TwoInputStreamOperator<Object, Object, ?>) operator;
      return index == 0
          ? RecordProcessorUtils.getRecordProcessor1(two)
          : RecordProcessorUtils.getRecordProcessor2(two);
    }
    return RecordProcessorUtils.getRecordProcessor(of(operator, index));
  }

  private record First(TwoInputStreamOperator<Object, Object, ?> operator)
      implements Input<Object> {
    @Override
    public void processElement(StreamRecord<Object> element) throws Exception {
      operator.processElement1(element);
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
      operator.processWatermark1(mark);
    }

    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
      operator.processWatermarkStatus1(status);
    }

    @Override
    public void processLatencyMarker(LatencyMarker marker) throws Exception {
      operator.processLatencyMarker1(marker);
    }

    @Override
    public void setKeyContextElement(StreamRecord<Object> record) throws Exception {
      operator.setKeyContextElement1(record);
    }

    @Override
    public void processRecordAttributes(RecordAttributes attributes) throws Exception {
      operator.processRecordAttributes1(attributes);
    }

    @Override
    public void processWatermark(WatermarkEvent event) throws Exception {
      operator.processWatermark1(event);
    }
  }

  private record Second(TwoInputStreamOperator<Object, Object, ?> operator)
      implements Input<Object> {
    @Override
    public void processElement(StreamRecord<Object> element) throws Exception {
      operator.processElement2(element);
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
      operator.processWatermark2(mark);
    }

    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
      operator.processWatermarkStatus2(status);
    }

    @Override
    public void processLatencyMarker(LatencyMarker marker) throws Exception {
      operator.processLatencyMarker2(marker);
    }

    @Override
    public void setKeyContextElement(StreamRecord<Object> record) throws Exception {
      operator.setKeyContextElement2(record);
    }

    @Override
    public void processRecordAttributes(RecordAttributes attributes) throws Exception {
      operator.processRecordAttributes2(attributes);
    }

    @Override
    public void processWatermark(WatermarkEvent event) throws Exception {
      operator.processWatermark2(event);
    }
  }
}
