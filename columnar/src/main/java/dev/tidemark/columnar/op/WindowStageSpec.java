package dev.tidemark.columnar.op;

/** A stage that holds rows until a watermark, and then makes one of all those of a window. */
interface WindowStageSpec extends StageSpec {

  @Override
  default boolean changesRows() {
    return true;
  }

  @Override
  default boolean holdsRows() {
    return true;
  }

  @Override
  default boolean insertsOnly() {
    return true;
  }
}
