package dev.tidemark.columnar.csv;

import dev.tidemark.columnar.data.Batch;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.assigners.FileSplitAssigner;

/** Reads files into batches, one file after the other in Flink's order. */
public final class CsvScanner implements AutoCloseable {
  private final CsvScan scan;
  private final ReadableConfig configuration;
  private final Deque<FileSourceSplit> files;
  private final Batches batches;
  private CsvFile file;

  /**
   * Lists the files.
   *
   * @param capacity rows in a batch
   * @param host the name of this machine, by which Flink's assigner prefers files
   * @param configuration the job's: says how much Flink reads at a time
   * @throws IOException if the files cannot be listed
   */
  public CsvScanner(CsvScan scan, int capacity, String host, ReadableConfig configuration)
      throws IOException {
    this.scan = scan;
    this.configuration = configuration;
    this.batches = new Batches(scan.types(), capacity);
    this.files = new ArrayDeque<>(list(scan, host));
  }

  private static List<FileSourceSplit> list(CsvScan scan, String host) throws IOException {
    Collection<FileSourceSplit> splits =
        scan.enumerator().create().enumerateSplits(scan.paths(), 1);
    FileSplitAssigner assigner = scan.assigner().create(splits);
    List<FileSourceSplit> ordered = new ArrayList<>();
    Optional<FileSourceSplit> next = assigner.getNext(host);
    while (next.isPresent()) {
      ordered.add(next.get());
      next = assigner.getNext(host);
    }
    return ordered;
  }

  /**
   * Reads the next rows.
   *
   * @return a batch that is valid until the next call; null if no row is left
   * @throws Exception what Flink's reader says of a record that cannot be read, after the rows that
   *     Flink would have emitted before
   */
  public Batch next() throws Exception {
    while (true) {
      if (file == null) {
        FileSourceSplit split = files.poll();
        if (split == null) {
          return null;
        }
        file = new CsvFile(scan, split, batches, configuration);
      }
      Batch batch = file.next();
      if (batch != null) {
        return batch;
      }
      file.close();
      file = null;
    }
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
