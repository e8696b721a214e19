package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.plan.PlanNode;
import dev.tidemark.runtime.time.NodeTime;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/** One running operator. */
final class Node {
  final PlanNode plan;
  final NodeOutput output;
  private final LoopMailbox mailbox;
  private final ProcessingTimeService time;
  private final NodeTime pulses;
  private final List<NodeInput> inputs = new ArrayList<>();
  private StreamOperator<?> operator;
  private Settler settler;
  private int openInputs;

  /**
   * @param time the operator's processing time
   * @param pulses the same, if the operator is a watermark generator that emits after each record;
   *     else null
   */
  Node(
      PlanNode plan,
      NodeOutput output,
      LoopMailbox mailbox,
      ProcessingTimeService time,
      NodeTime pulses) {
    this.plan = plan;
    this.output = output;
    this.mailbox = mailbox;
    this.time = time;
    this.pulses = pulses;
  }

  StreamOperator<?> operator() {
    return operator;
  }

  void operator(StreamOperator<?> newOperator, Settler newSettler) {
    this.operator = newOperator;
    this.settler = newSettler;
  }

  void addInput(NodeInput input) {
    inputs.add(input);
    openInputs++;
  }

  void observer(NodeObserver observer) {
    output.observer(observer);
    inputs.forEach(input -> input.observer(observer));
  }

  List<NodeInput> inputs() {
    return inputs;
  }

  /** What follows each record that the operator has handled. */
  void afterRecord() throws Exception {
    if (pulses != null) {
      pulses.pulse();
    }
    if (settler != null) {
      settler.settle();
    }
  }

  /** All channels of an input have ended and what they brought has been handled. */
  void inputEnded(NodeInput input) throws Exception {
    if (operator instanceof BoundedOneInput one) {
      one.endInput();
    } else if (operator instanceof BoundedMultiInput multi) {
      multi.endInput(input.index + 1);
    }
    if (--openInputs == 0) {
      finish();
    }
  }

  /**
   * The operator flushes what it holds back, then its receivers end. No timer fires any more, and
   * mails come first, as in Flink's StreamOperatorWrapper.
   */
  void finish() throws Exception {
    time.quiesce().get();
    mailbox.runAll();
    operator.finish();
    mailbox.runAll();
    output.end();
  }

  @Override
  public String toString() {
    return plan.name();
  }
}
