package dev.tidemark.columnar.csv;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.BytesColumn;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.Columns;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.io.InputStreamFSInputWrapper;
import org.apache.flink.api.common.io.compression.InflaterInputStreamFactory;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.assigners.FileSplitAssigner;
import org.apache.flink.connector.file.src.compression.StandardDeCompressors;
import org.apache.flink.connector.file.src.reader.StreamFormat;
import org.apache.flink.core.fs.Path;
import org.apache.flink.table.data.RowData;

/**
 * Reads files into batches. Plain records are read here; at one that is written in another way,
 * Flink's own reader gets the record if it is clear where it ends, else all that is left of the
 * file. A record that cannot be read fails as it does in Flink, after all rows before it.
 */
public final class CsvScanner implements AutoCloseable {
  private static final int BUFFER_BYTES = 512 * 1024;

  /** When more than one record in so many needs Flink's reader, it gets the rest of the file. */
  private static final int ODD_SHARE = 16;

  private static final int ODD_GRACE = 256;

  private final CsvScan scan;
  private final int capacity;
  private final Tokenizer tokenizer;
  private final Records records;
  private final FieldReader[] readers;
  private final Deque<Path> files;
  private byte[] buffer = new byte[BUFFER_BYTES + Tokenizer.SLACK];
  private int position;
  private int limit;
  private boolean end;
  private Path file;
  private InputStream stream;
  private StreamFormat.Reader<RowData> flink;
  private boolean flinkKnowsPlace;
  private long fileRows;
  private long oddRows;

  /**
   * @param capacity rows in a batch
   * @param host the name of this machine, by which Flink's assigner prefers files
   * @throws IOException if the files cannot be listed
   */
  public CsvScanner(CsvScan scan, int capacity, String host) throws IOException {
    this.scan = scan;
    this.capacity = capacity;
    this.tokenizer = new Tokenizer(scan.dialect());
    this.records = new Records(scan.dialect().fields(), capacity);
    this.readers = new FieldReader[scan.fields().length];
    for (int i = 0; i < readers.length; i++) {
      readers[i] = FieldReaders.of(scan.types()[i], scan.dialect());
    }
    this.files = new ArrayDeque<>(list(scan, host));
  }

  private static List<Path> list(CsvScan scan, String host) throws IOException {
    Collection<FileSourceSplit> splits =
        scan.enumerator().create().enumerateSplits(scan.paths(), 1);
    FileSplitAssigner assigner = scan.assigner().create(splits);
    List<Path> ordered = new ArrayList<>();
    Optional<FileSourceSplit> next = assigner.getNext(host);
    while (next.isPresent()) {
      ordered.add(next.get().path());
      next = assigner.getNext(host);
    }
    return ordered;
  }

  /** An empty batch for this scan's rows. */
  public Batch newBatch() {
    return Columns.batch(scan.types(), capacity);
  }

  /**
   * Reads the next rows.
   *
   * @return false if there are none
   * @throws Exception what Flink's reader says of a record that cannot be read
   */
  public boolean next(Batch batch) throws Exception {
    batch.clear();
    while (true) {
      if (file == null && !open()) {
        return false;
      }
      int rows = flink != null ? readWithFlink(batch) : readPlain(batch);
      if (rows > 0) {
        fileRows += rows;
        batch.fill(rows);
        return true;
      }
    }
  }

  private boolean open() throws IOException {
    file = files.poll();
    if (file == null) {
      return false;
    }
    stream = stream(file);
    position = 0;
    limit = 0;
    end = false;
    fileRows = 0;
    oddRows = 0;
    fill();
    if (limit >= 3
        && buffer[0] == (byte) 0xEF
        && buffer[1] == (byte) 0xBB
        && buffer[2] == (byte) 0xBF) {
      position = 3;
    } else if (!startsLikeUtf8()) {
      handOver();
    }
    return true;
  }

  /** Whether Jackson, which guesses from the first four bytes, would take the file for UTF-8. */
  private boolean startsLikeUtf8() {
    for (int i = 0; i < Math.min(4, limit); i++) {
      if (buffer[i] == 0 || (buffer[i] & 0xFF) >= 0xFE) {
        return false;
      }
    }
    return true;
  }

  /** As Flink's StreamFormatAdapter opens a file. */
  private static InputStream stream(Path path) throws IOException {
    InflaterInputStreamFactory<?> inflater =
        StandardDeCompressors.getDecompressorForFileName(path.getPath());
    InputStream raw = path.getFileSystem().open(path);
    return inflater == null ? raw : inflater.create(raw);
  }

  /** Reads until the buffer is full or the file ends. */
  private void fill() throws IOException {
    int room = buffer.length - Tokenizer.SLACK;
    if (position > 0) {
      System.arraycopy(buffer, position, buffer, 0, limit - position);
      limit -= position;
      position = 0;
    } else if (limit == room) {
      buffer = Arrays.copyOf(buffer, 2 * room + Tokenizer.SLACK);
      room *= 2;
    }
    while (limit < room) {
      int read = stream.read(buffer, limit, room - limit);
      if (read < 0) {
        end = true;
        return;
      }
      limit += read;
    }
  }

  private int readPlain(Batch batch) throws Exception {
    Tokenizer.Stop stop = tokenizer.next(buffer, position, limit, end, capacity, records);
    if (records.count > 0) {
      int found = records.count;
      for (int i = 0; i < readers.length; i++) {
        records.count = readers[i].read(buffer, records, scan.fields()[i], batch.columns[i]);
      }
      if (records.count > 0) {
        position = records.origins[records.count];
        return records.count;
      }
      return found == 0 ? 0 : readOdd(batch, records.origins[1]);
    }
    switch (stop) {
      case ODD -> {
        return readOdd(batch, tokenizer.oddEnd);
      }
      case HARD -> handOver();
      case MORE -> {
        if (end) {
          closeFile();
        } else {
          fill();
        }
      }
      case FULL -> throw new IllegalStateException("no room for a single row");
    }
    return 0;
  }

  /** Lets Flink read one record, of which only the end is known. */
  private int readOdd(Batch batch, int recordEnd) throws Exception {
    byte[] record = Arrays.copyOfRange(buffer, position, recordEnd);
    oddRows++;
    if (isBlank(record) || (oddRows > ODD_GRACE && oddRows * ODD_SHARE > fileRows)) {
      handOver();
      return 0;
    }
    RowData row;
    try (StreamFormat.Reader<RowData> reader = reader(new ByteArrayInputStream(record))) {
      row = reader.read();
    } catch (Exception e) {
      replay(); // the same again, with the right line in what it says
      return 0;
    }
    if (row == null && !scan.skipsErrors()) {
      handOver();
      return 0;
    }
    position = recordEnd;
    if (row == null) {
      return 0;
    }
    own(batch);
    put(row, batch, 0);
    return 1;
  }

  private static boolean isBlank(byte[] record) {
    return record.length == 0 || record[0] == '\n' || record[0] == '\r';
  }

  /** Gives Flink what is left of the file. */
  private void handOver() throws IOException {
    InputStream rest = new ByteArrayInputStream(buffer, position, limit - position);
    flink = reader(new SequenceInputStream(rest, stream));
    flinkKnowsPlace = position == 0 && fileRows == 0;
  }

  /** Gives Flink the file from its beginning, and passes over what has been read. */
  private void replay() throws IOException {
    stream.close();
    stream = stream(file);
    flink = reader(stream);
    flinkKnowsPlace = true;
    for (long i = 0; i < fileRows; i++) {
      flink.read();
    }
  }

  private StreamFormat.Reader<RowData> reader(InputStream input) throws IOException {
    return scan.format()
        .createReader(new Configuration(), new InputStreamFSInputWrapper(input), 0, 0);
  }

  private int readWithFlink(Batch batch) throws Exception {
    own(batch);
    int rows = 0;
    while (rows < capacity) {
      RowData row;
      try {
        row = flink.read();
      } catch (Exception e) {
        if (rows > 0) {
          // These rows come first. The reader has moved on, so it is asked again from the start.
          fileRows += rows;
          replay();
          fileRows -= rows;
          return rows;
        }
        if (!flinkKnowsPlace) {
          replay();
          return 0;
        }
        throw e;
      }
      if (row == null) {
        if (rows == 0) {
          closeFile();
        }
        break;
      }
      put(row, batch, rows++);
    }
    return rows;
  }

  private static void own(Batch batch) {
    for (Column column : batch.columns) {
      if (column instanceof BytesColumn strings) {
        strings.own();
      }
      column.clear();
    }
  }

  private void put(RowData row, Batch batch, int at) {
    for (int i = 0; i < batch.columns.length; i++) {
      Columns.put(row, i, scan.types()[i], batch.columns[i], at);
    }
  }

  private void closeFile() throws IOException {
    try {
      if (flink != null) {
        flink.close();
      }
    } finally {
      flink = null;
      file = null;
      stream.close();
    }
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      closeFile();
    }
  }
}
