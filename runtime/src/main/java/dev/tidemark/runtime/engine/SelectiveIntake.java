package dev.tidemark.runtime.engine;

import java.io.IOException;
import java.util.List;
import org.apache.flink.streaming.api.operators.InputSelectable;
import org.apache.flink.streaming.api.operators.InputSelection;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamElement;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * For operators that choose the input to read next (a hash join reads its build side first): what
 * arrives at another input waits in line. The scheduler prefers sources that do not lead there, so
 * the line stays short unless one source feeds both inputs.
 */
final class SelectiveIntake implements Intake, AutoCloseable {
  private final InputSelectable operator;
  private final List<NodeInput> inputs;
  private final List<Backlog> waiting;
  private final boolean[] ended;
  private InputSelection selection;
  private boolean draining;

  /**
   * @param waiting one line per input
   */
  SelectiveIntake(InputSelectable operator, List<NodeInput> inputs, List<Backlog> waiting) {
    this.operator = operator;
    this.inputs = inputs;
    this.waiting = waiting;
    this.ended = new boolean[inputs.size()];
  }

  /** Asks the operator for its first choice; after it has been opened. */
  void open() {
    selection = operator.nextSelection();
  }

  @Override
  public boolean admits(NodeInput input) {
    return selected(input) && waiting.get(input.index).isEmpty();
  }

  private boolean selected(NodeInput input) {
    return selection.isInputSelected(input.index + 1);
  }

  @Override
  public void record(NodeInput input, StreamRecord<Object> record) throws Exception {
    if (draining || !admits(input)) {
      waiting.get(input.index).add(record);
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
    ended[input.index] = true;
    drain();
  }

  private void drain() throws Exception {
    if (draining) {
      return;
    }
    draining = true;
    try {
      boolean progress = true;
      while (progress) {
        progress = false;
        for (NodeInput input : inputs) {
          progress |= handleNext(input);
        }
      }
    } finally {
      draining = false;
    }
  }

  /** Handles one element of this input, if it may. Its end is told at once when nothing waits. */
  private boolean handleNext(NodeInput input) throws Exception {
    Backlog backlog = waiting.get(input.index);
    if (backlog.isEmpty()) {
      if (!ended[input.index]) {
        return false;
      }
      ended[input.index] = false;
      input.processEnd();
      selection = operator.nextSelection();
      return true;
    }
    if (!selected(input)) {
      return false;
    }
    StreamElement element = backlog.poll();
    if (element.isWatermark()) {
      input.processWatermark(element.asWatermark());
    } else {
      input.process(element.asRecord());
      selection = operator.nextSelection();
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    for (Backlog backlog : waiting) {
      backlog.close();
    }
  }
}
