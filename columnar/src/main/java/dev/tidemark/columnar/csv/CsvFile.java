package dev.tidemark.columnar.csv;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.data.BytesColumn;
import dev.tidemark.columnar.data.Column;
import dev.tidemark.columnar.data.Columns;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.apache.flink.api.common.io.InputStreamFSInputWrapper;
import org.apache.flink.api.common.io.compression.InflaterInputStreamFactory;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.compression.StandardDeCompressors;
import org.apache.flink.connector.file.src.reader.StreamFormat;
import org.apache.flink.core.fs.Path;
import org.apache.flink.table.data.RowData;

/**
 * Reads one file. Plain records are read here. A record that is plain but for its values goes to
 * Flink's reader by itself; at one whose end is not clear, Flink reads the file once more from its
 * start.
 *
 * <p>Flink reads about a megabyte at a time, and if a record in it cannot be read, none of its rows
 * are emitted. So rows are held here until as much of the file has been read.
 */
final class CsvFile {
  /** Jackson reads this much more than it has been asked for, at most. */
  private static final long OVERSHOOT_BYTES = 64 * 1024;

  /** When more than one record in so many needs Flink's reader, it gets the whole file. */
  private static final int ODD_SHARE = 16;

  private static final int ODD_GRACE = 256;

  /** Rows that are read and not yet handed out. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Held(Batch batch, byte[] block, long start) {}

  private final CsvScan scan;
  private final FileSourceSplit split;
  private final String path;
  private final Batches batches;
  private final Configuration configuration;
  private final Tokenizer tokenizer;
  private final Records records;
  private final FieldReader[] readers;
  private final Blocks blocks;
  private final long hold;
  private final Deque<Held> held = new ArrayDeque<>();

  /** Rows that are handed out and not released. */
  private final Deque<Held> lent = new ArrayDeque<>();

  private FlinkRows flink;
  private boolean flinkHasGiven;
  private long readRows;
  private long outRows;
  private long oddRows;
  private boolean ended;
  private Exception failure;

  CsvFile(CsvScan scan, FileSourceSplit split, Batches batches, ReadableConfig configuration)
      throws IOException {
    this.scan = scan;
    this.split = split;
    this.path = split.path().toString();
    this.batches = batches;
    this.configuration = Configuration.fromMap(configuration.toMap());
    this.hold = configuration.get(StreamFormat.FETCH_IO_SIZE).getBytes() + OVERSHOOT_BYTES;
    this.records = new Records(scan.dialect().fields(), batches.capacity);
    this.readers = new FieldReader[scan.fields().length];
    boolean[] dates = new boolean[scan.dialect().fields()];
    for (int i = 0; i < readers.length; i++) {
      readers[i] = FieldReaders.of(scan.types()[i], scan.dialect());
      dates[scan.fields()[i]] = FieldReaders.isDate(scan.types()[i]);
    }
    this.tokenizer = new Tokenizer(scan.dialect(), dates);
    this.blocks = new Blocks(stream(split.path()));
    blocks.next();
    begin();
  }

  /** As Flink's StreamFormatAdapter opens a file. */
  private static InputStream stream(Path path) throws IOException {
    InflaterInputStreamFactory<?> inflater =
        StandardDeCompressors.getDecompressorForFileName(path.getPath());
    InputStream raw = path.getFileSystem().open(path);
    return inflater == null ? raw : inflater.create(raw);
  }

  private void begin() throws IOException {
    byte[] bytes = blocks.bytes;
    if (blocks.limit >= 3
        && bytes[0] == (byte) 0xEF
        && bytes[1] == (byte) 0xBB
        && bytes[2] == (byte) 0xBF) {
      blocks.position = 3;
      if (blocks.limit == 3) {
        handOver(); // to Flink an empty record, where it takes an empty file for no record
      }
      return;
    }
    if (!startsAsText(bytes, blocks.limit)) {
      handOver();
    }
  }

  /** Whether Jackson, which guesses from the first four bytes, takes these for plain UTF-8. */
  private static boolean startsAsText(byte[] bytes, int limit) {
    for (int i = 0; i < Math.min(4, limit); i++) {
      if (bytes[i] == 0 || (bytes[i] & 0xFF) >= 0xEF) {
        return false;
      }
    }
    return true;
  }

  /** The next rows, valid until they are released; null at the end of the file. */
  Batch next() throws Exception {
    while (!ended && !holdsEnough()) {
      read();
    }
    Held out = held.poll();
    if (out == null) {
      if (failure != null) {
        throw failure;
      }
      return null;
    }
    lent.add(out);
    out.batch.file = path;
    out.batch.rowsBefore = outRows;
    outRows += out.batch.rows;
    return out.batch;
  }

  /** Of the rows that were given out, the oldest are not needed any more. */
  void release() {
    batches.giveBack(lent.remove().batch);
    Held oldest = lent.isEmpty() ? held.peek() : lent.peek();
    blocks.release(oldest == null ? blocks.bytes : oldest.block);
  }

  private boolean holdsEnough() {
    if (flink != null) {
      // It gives a row only when all that it reads at a time is good.
      return !held.isEmpty() && flinkHasGiven;
    }
    return !held.isEmpty() && blocks.passed() - held.peek().start >= hold;
  }

  /** Reads some rows, or finds out something else. */
  private void read() throws IOException {
    long start = blocks.passed();
    Batch batch = batches.take();
    int rows = flink != null ? readWithFlink(batch) : readPlain(batch);
    if (rows == 0) {
      batches.giveBack(batch);
      return;
    }
    readRows += rows;
    batch.fill(rows);
    held.add(new Held(batch, blocks.bytes, start));
  }

  private int readPlain(Batch batch) throws IOException {
    Tokenizer.Stop stop = tokenize(true);
    if (records.wide && !isText()) {
      return 0;
    }
    readFields(batch);
    if (records.count == 0) {
      stop = tokenize(false); // what comes next is to be known, not guessed
      if (records.wide && !isText()) {
        return 0;
      }
      int found = records.count;
      readFields(batch);
      if (found > 0 && records.count == 0) {
        batch.clear();
        return readOdd(batch, records.origins[1]);
      }
    }
    if (records.count > 0) {
      blocks.position = records.origins[records.count];
      return records.count;
    }
    switch (stop) {
      case ODD -> {
        return readOdd(batch, tokenizer.oddEnd);
      }
      case HARD -> handOver();
      case MORE -> {
        if (blocks.end) {
          ended = true;
        } else {
          blocks.next();
        }
      }
      case FULL -> throw new IllegalStateException("no room for a single row");
    }
    return 0;
  }

  private Tokenizer.Stop tokenize(boolean guess) {
    return tokenizer.next(
        blocks.bytes, blocks.position, blocks.limit, blocks.end, batches.capacity, guess, records);
  }

  /** Reads the records up to the first with a value that is not to be read here. */
  private void readFields(Batch batch) {
    batch.clear();
    for (int i = 0; i < readers.length && records.count > 0; i++) {
      records.count = readers[i].read(blocks.bytes, records, scan.fields()[i], batch.columns[i]);
    }
  }

  /** Keeps the records before the first that is no UTF-8. If that comes next, Flink has a look. */
  private boolean isText() throws IOException {
    for (int i = 0; i < records.count; i++) {
      if (!Utf8.isWellFormed(blocks.bytes, records.origins[i], records.origins[i + 1])) {
        records.count = i;
        if (i == 0) {
          handOver();
          return false;
        }
      }
    }
    return true;
  }

  /** Lets Flink read one record, of which the end is known. */
  private int readOdd(Batch batch, int recordEnd) throws IOException {
    byte[] record = Arrays.copyOfRange(blocks.bytes, blocks.position, recordEnd);
    oddRows++;
    boolean blank = record.length == 0 || record[0] == '\n' || record[0] == '\r';
    if (blank
        || !startsAsText(record, record.length)
        || (oddRows > ODD_GRACE && oddRows * ODD_SHARE > readRows)) {
      handOver();
      return 0;
    }
    RowData row;
    boolean whole;
    try (StreamFormat.Reader<RowData> reader =
        scan.record()
            .createReader(
                configuration,
                new InputStreamFSInputWrapper(new ByteArrayInputStream(record)),
                record.length,
                record.length)) {
      row = reader.read();
      whole = row != null && reader.read() == null;
    } catch (Exception e) {
      handOver(); // the same again, with all that is around it
      return 0;
    }
    if (!whole) {
      // Where errors are skipped, Jackson goes on in the middle of the record that has one.
      handOver();
      return 0;
    }
    blocks.position = recordEnd;
    own(batch);
    put(row, batch, 0);
    return 1;
  }

  /** Gives Flink the file. */
  private void handOver() throws IOException {
    blocks.close();
    flink = new FlinkRows(scan.format().createReader(configuration, split), readRows);
  }

  private int readWithFlink(Batch batch) {
    own(batch);
    int rows = 0;
    try {
      while (rows < batches.capacity) {
        RowData row = rows > 0 ? flink.nextOfBatch() : flink.next();
        if (row == null) {
          ended = rows == 0;
          break;
        }
        flinkHasGiven = true;
        put(row, batch, rows++);
      }
    } catch (Exception e) {
      failure = e;
      ended = true;
      forgetFrom(flink.wholeBatches());
    }
    return rows;
  }

  /** Of the rows that are held, those from a place in the file on are never handed out. */
  private void forgetFrom(long row) {
    long first = outRows;
    Deque<Held> kept = new ArrayDeque<>();
    for (Held each : held) {
      if (first < row) {
        each.batch.truncate((int) Math.min(each.batch.rows, row - first));
        kept.add(each);
      }
      first += each.batch.rows;
    }
    held.clear();
    held.addAll(kept);
  }

  private static void own(Batch batch) {
    for (Column column : batch.columns) {
      if (column instanceof BytesColumn strings) {
        strings.own();
      }
    }
  }

  private void put(RowData row, Batch batch, int at) {
    for (int i = 0; i < batch.columns.length; i++) {
      Columns.put(row, i, batches.types[i], batch.columns[i], at);
    }
  }

  void close() throws IOException {
    try {
      if (flink != null) {
        flink.close();
      }
    } finally {
      blocks.close();
    }
  }
}
