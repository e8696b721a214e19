package dev.tidemark.runtime.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.runtime.checkpoint.channel.ChannelStateWriter;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.InputSelectable;
import org.apache.flink.streaming.api.operators.InputSelection;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.io.DataInputStatus;
import org.apache.flink.streaming.runtime.io.PushingAsyncDataInput.DataOutput;
import org.apache.flink.streaming.runtime.io.StreamTaskInput;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * Batch mode: keyed inputs reach the operator grouped by key, after all of them have ended. The
 * sorting, which spills to disk, is Flink's own (SortingDataInput, MultiInputSortingDataInput);
 * this class pushes into it what Flink would pull.
 */
final class SortingIntake implements Intake, AutoCloseable {
  private final List<NodeInput> inputs;
  private final PushedInput[] pushed;
  private StreamTaskInput<Object>[] sorted;
  private InputSelectable order;
  private final boolean[] done;
  private int open;
  private int left;

  @SuppressWarnings({"unchecked", "rawtypes"})
  SortingIntake(List<NodeInput> inputs) {
    this.inputs = inputs;
    this.open = inputs.size();
    this.left = inputs.size();
    this.done = new boolean[inputs.size()];
    this.pushed = new PushedInput[inputs.size()];
    for (int i = 0; i < pushed.length; i++) {
      pushed[i] = new PushedInput(inputs.get(i));
    }
    this.sorted = new StreamTaskInput[inputs.size()];
  }

  /** The inputs that Flink's sorting inputs are to read from. */
  StreamTaskInput<?> source(int index) {
    return pushed[index];
  }

  /**
   * @param sortedInputs per input, what hands out its records; sorted or as they come
   * @param selectable which input to read next while the sorted ones are read; null for one input
   */
  void connect(StreamTaskInput<Object>[] sortedInputs, InputSelectable selectable) {
    this.sorted = sortedInputs;
    this.order = selectable;
  }

  @Override
  public boolean admits(NodeInput input) {
    return true;
  }

  @Override
  public void record(NodeInput input, StreamRecord<Object> record) throws Exception {
    push(input, record);
  }

  @Override
  public void watermark(NodeInput input, Watermark watermark) throws Exception {
    push(input, watermark);
  }

  private void push(NodeInput input, Object element) throws Exception {
    PushedInput target = pushed[input.index];
    target.pending = element;
    sorted[input.index].emitNext(target);
  }

  @Override
  public void end(NodeInput input) throws Exception {
    pushed[input.index].ended = true;
    // Ends the input's reading phase: a sorted one sorts and gets its first record ready.
    handOut(input.index);
    if (--open == 0) {
      while (left > 0) {
        handOut(select());
      }
    }
  }

  private void handOut(int index) throws Exception {
    DataInputStatus status = sorted[index].emitNext(pushed[index]);
    if (status == DataInputStatus.END_OF_DATA || status == DataInputStatus.END_OF_INPUT) {
      done[index] = true;
      left--;
      inputs.get(index).processEnd();
    }
  }

  /** The input whose next record has the smallest key. */
  private int select() {
    InputSelection selection = order == null ? InputSelection.ALL : order.nextSelection();
    for (int i = 0; i < done.length; i++) {
      if (!done[i] && selection.isInputSelected(i + 1)) {
        return i;
      }
    }
    throw new IllegalStateException("no input left to read among " + selection);
  }

  @Override
  public void close() throws Exception {
    for (int i = 0; i < sorted.length; i++) {
      if (sorted[i] != null) {
        sorted[i].close();
      }
    }
  }

  /** Hands out one pushed element per call, and passes on to the node what comes out sorted. */
  private static final class PushedInput implements StreamTaskInput<Object>, DataOutput<Object> {
    private final NodeInput input;
    private Object pending;
    private boolean ended;

    PushedInput(NodeInput input) {
      this.input = input;
    }

    @Override
    @SuppressWarnings("unchecked")
    public DataInputStatus emitNext(DataOutput<Object> output) throws Exception {
      Object element = pending;
      pending = null;
      if (element instanceof Watermark watermark) {
        output.emitWatermark(watermark);
      } else if (element != null) {
        output.emitRecord((StreamRecord<Object>) element);
      } else if (ended) {
        return DataInputStatus.END_OF_DATA;
      }
      return DataInputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public CompletableFuture<?> getAvailableFuture() {
      return AVAILABLE;
    }

    @Override
    public int getInputIndex() {
      return input.index;
    }

    @Override
    public CompletableFuture<Void> prepareSnapshot(ChannelStateWriter writer, long checkpointId) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void close() {}

    @Override
    public void emitRecord(StreamRecord<Object> record) throws Exception {
      input.process(record);
    }

    @Override
    public void emitWatermark(Watermark watermark) throws Exception {
      input.processWatermark(watermark);
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) throws Exception {
      input.status(status);
    }

    @Override
    public void emitLatencyMarker(LatencyMarker marker) throws Exception {
      input.latencyMarker(marker);
    }

    @Override
    public void emitRecordAttributes(RecordAttributes attributes) throws Exception {
      input.attributes(attributes);
    }

    @Override
    public void emitWatermark(WatermarkEvent event) throws Exception {
      input.event(event);
    }
  }
}
