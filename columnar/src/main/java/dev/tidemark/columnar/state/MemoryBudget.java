package dev.tidemark.columnar.state;

import dev.tidemark.columnar.ColumnarOptions;

/** How much state an operator may hold. */
public final class MemoryBudget {
  private static final long MEGABYTE = 1 << 20;

  private final long bytes;

  /**
   * A budget.
   *
   * @param bytes how much; 0 for half of the heap
   */
  public MemoryBudget(long bytes) {
    this.bytes = bytes > 0 ? bytes : Runtime.getRuntime().maxMemory() / 2;
  }

  /**
   * Compares what is held with the budget.
   *
   * @throws IllegalStateException if it is more, with what to do
   */
  public void check(String what, long held) {
    if (held > bytes) {
      throw new IllegalStateException(
          what
              + " holds "
              + held / MEGABYTE
              + " MB of state, more than the "
              + bytes / MEGABYTE
              + " MB it may. Give the job more memory or raise "
              + ColumnarOptions.MEMORY.key()
              + "; for state that outgrows the heap, set "
              + ColumnarOptions.ENABLED.key()
              + " to false and state.backend.type to rocksdb.");
    }
  }
}
