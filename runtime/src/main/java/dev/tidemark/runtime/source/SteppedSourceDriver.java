package dev.tidemark.runtime.source;

import org.apache.flink.util.function.ThrowingRunnable;

/** Drives a source that does its work when it is asked to. */
public final class SteppedSourceDriver implements SourceDriver {
  private final SteppedSource source;
  private final ThrowingRunnable<Exception> afterStep;
  private final boolean finalWatermark;

  /**
   * @param afterStep runs after each step
   * @param finalWatermark whether the end of the source moves event time to its end
   */
  public SteppedSourceDriver(
      SteppedSource source, ThrowingRunnable<Exception> afterStep, boolean finalWatermark) {
    this.source = source;
    this.afterStep = afterStep;
    this.finalWatermark = finalWatermark;
  }

  @Override
  public void start() {}

  @Override
  public Turn poll() throws Exception {
    if (source.step()) {
      afterStep.run();
      return Turn.RECORD;
    }
    return Turn.END;
  }

  @Override
  public void beforeFinalWatermark() throws Exception {
    if (finalWatermark) {
      source.inputEnds();
    }
  }

  @Override
  public boolean ready() {
    return true;
  }

  @Override
  public boolean bounded() {
    return true;
  }

  @Override
  public void cancel() {}

  @Override
  public void close() {}
}
