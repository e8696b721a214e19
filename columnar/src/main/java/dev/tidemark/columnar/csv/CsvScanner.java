package dev.tidemark.columnar.csv;

import dev.tidemark.columnar.data.Batch;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.connector.file.src.FileSourceSplit;

/** Reads files into batches, one file after the other in the order of their paths. */
public final class CsvScanner implements Scanner {
  private final CsvScan scan;
  private final ReadableConfig configuration;
  private final Deque<FileSourceSplit> files;
  private final Batches batches;
  private final Deque<CsvFile> lenders = new ArrayDeque<>();
  private CsvFile file;

  /**
   * Lists the files.
   *
   * @param capacity rows in a batch
   * @param configuration the job's: says how much Flink reads at a time
   * @throws IOException if the files cannot be listed
   */
  public CsvScanner(CsvScan scan, int capacity, ReadableConfig configuration) throws IOException {
    this.scan = scan;
    this.configuration = configuration;
    this.batches = new Batches(scan.types(), capacity);
    this.files = new ArrayDeque<>(list(scan));
  }

  private static List<FileSourceSplit> list(CsvScan scan) throws IOException {
    Collection<FileSourceSplit> splits =
        scan.enumerator().create().enumerateSplits(scan.paths(), 1);
    // Flink's assigner takes them by identity hash, in another order each time.
    List<FileSourceSplit> ordered = new ArrayList<>(splits);
    ordered.sort(Comparator.comparing(split -> split.path().toString()));
    return ordered;
  }

  @Override
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
        lenders.add(file);
        return batch;
      }
      file.close();
      file = null;
    }
  }

  @Override
  public void release() {
    lenders.remove().release();
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
