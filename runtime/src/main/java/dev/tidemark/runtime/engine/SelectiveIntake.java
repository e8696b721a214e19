package dev.tidemark.runtime.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.api.operators.InputSelectable;
import org.apache.flink.streaming.api.operators.InputSelection;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * For operators that choose the input to read next (a hash join reads its build side first): what
 * arrives at another input waits in line. The scheduler prefers sources that do not lead there, so
 * the line stays short unless one source feeds both inputs.
 */
final class SelectiveIntake implements Intake {
  private static final Object END = new Object();

  private final InputSelectable operator;
  private final List<NodeInput> inputs;
  private final List<Deque<Object>> waiting;
  private final List<TypeSerializer<Object>> copiers;
  private InputSelection selection;
  private boolean draining;

  /**
   * @param copiers per input, how to keep a record that its sender may reuse
   */
  SelectiveIntake(
      InputSelectable operator, List<NodeInput> inputs, List<TypeSerializer<Object>> copiers) {
    this.operator = operator;
    this.inputs = inputs;
    this.copiers = copiers;
    this.waiting = inputs.stream().<Deque<Object>>map(i -> new ArrayDeque<>()).toList();
  }

  /** Asks the operator for its first choice; after it has been opened. */
  void open() {
    selection = operator.nextSelection();
  }

  @Override
  public boolean admits(NodeInput input) {
    return selection.isInputSelected(input.index + 1) && waiting.get(input.index).isEmpty();
  }

  @Override
  public void record(NodeInput input, StreamRecord<Object> record) throws Exception {
    if (draining || !admits(input)) {
      Object copy = copiers.get(input.index).copy(record.getValue());
      waiting.get(input.index).add(record.copy(copy));
      return;
    }
    input.process(record);
    selection = operator.nextSelection();
    drain();
  }

  @Override
  public void watermark(NodeInput input, Watermark watermark) throws Exception {
    if (draining || !waiting.get(input.index).isEmpty()) {
      waiting.get(input.index).add(watermark);
    } else {
      input.processWatermark(watermark);
    }
  }

  @Override
  public void end(NodeInput input) throws Exception {
    waiting.get(input.index).add(END);
    drain();
  }

  private void drain() throws Exception {
    if (draining) {
      return;
    }
    draining = true;
    try {
      NodeInput next = next();
      while (next != null) {
        handle(next, waiting.get(next.index).poll());
        next = next();
      }
    } finally {
      draining = false;
    }
  }

  /** The end of an input is told at once: an operator may wait for it before choosing another. */
  private NodeInput next() {
    for (NodeInput input : inputs) {
      Object head = waiting.get(input.index).peek();
      if (head != null && (head == END || selection.isInputSelected(input.index + 1))) {
        return input;
      }
    }
    return null;
  }

  private void handle(NodeInput input, Object element) throws Exception {
    if (element == END) {
      input.processEnd();
      selection = operator.nextSelection();
    } else if (element instanceof Watermark watermark) {
      input.processWatermark(watermark);
    } else {
      @SuppressWarnings("unchecked")
      StreamRecord<Object> record = (StreamRecord<Object>) element;
      input.process(record);
      selection = operator.nextSelection();
    }
  }
}
