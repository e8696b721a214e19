package dev.tidemark.runtime.source;

import dev.tidemark.runtime.observe.NodeObserver;
import java.util.List;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;

/**
 * A source operator that emits into its own output when it is told to, some rows at a time, and
 * ends by itself. What it emits it never touches again: where one operator gets it, it is not
 * copied.
 */
public interface SteppedSource {

  /** Whether a factory makes such an operator. */
  static boolean isMadeBy(StreamOperatorFactory<?> factory) {
    return factory instanceof SimpleOperatorFactory<?> simple
        && simple.getOperator() instanceof SteppedSource;
  }

  /**
   * Emits what comes next, all of it before this returns.
   *
   * @return false if nothing is left
   */
  boolean step() throws Exception;

  /**
   * Called before the first step, if it does the work of other operators and somebody looks.
   *
   * @param operators see what those operators handle, the source first; the last one already sees
   *     what leaves; elements may be null
   */
  default void observed(List<NodeObserver> operators) {}

  /** Nothing is left, and the final watermark follows: what waits for event time goes out now. */
  void inputEnds() throws Exception;
}
