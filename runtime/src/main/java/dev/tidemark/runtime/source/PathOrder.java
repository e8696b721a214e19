package dev.tidemark.runtime.source;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.assigners.FileSplitAssigner;

/**
 * Hands out files in the order of their paths: those that were found together, before those that
 * were found later.
 *
 * <p>Takes the place of Flink's {@code LocalityAwareSplitAssigner}, which keeps them in a set of
 * objects without a hash code of their own, in another order each time.
 */
public final class PathOrder implements FileSplitAssigner {
  private static final Comparator<FileSourceSplit> BY_PATH =
      Comparator.<FileSourceSplit, String>comparing(split -> split.path().toString())
          .thenComparingLong(FileSourceSplit::offset);

  private final Deque<FileSourceSplit> remaining = new ArrayDeque<>();

  /**
   * @param found the first files
   */
  public PathOrder(Collection<FileSourceSplit> found) {
    addSplits(found);
  }

  /** The same splits by path, compared as text, then by offset. */
  public static List<FileSourceSplit> sorted(Collection<FileSourceSplit> splits) {
    List<FileSourceSplit> sorted = new ArrayList<>(splits);
    sorted.sort(BY_PATH);
    return sorted;
  }

  @Override
  public Optional<FileSourceSplit> getNext(String hostname) {
    return Optional.ofNullable(remaining.poll());
  }

  @Override
  public void addSplits(Collection<FileSourceSplit> splits) {
    remaining.addAll(sorted(splits));
  }

  @Override
  public Collection<FileSourceSplit> remainingSplits() {
    return remaining;
  }
}
