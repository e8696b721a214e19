package dev.tidemark.columnar.csv;

import java.util.Arrays;

/** Where the fields of some records are in a buffer. */
final class Records {
  /** Fields in a record. */
  final int fields;

  /** Where each field starts and ends, record after record; quotes around it are not part of it. */
  final int[] starts;

  final int[] ends;

  /** Where each record starts, and where the one after the last does. */
  final int[] origins;

  /** Whether any byte of these records is not ASCII. */
  boolean wide;

  int count;

  Records(int fields, int capacity) {
    this.fields = fields;
    this.starts = new int[fields * capacity];
    this.ends = new int[fields * capacity];
    this.origins = new int[capacity + 1];
  }

  int start(int record, int field) {
    return starts[record * fields + field];
  }

  int end(int record, int field) {
    return ends[record * fields + field];
  }

  void clear() {
    count = 0;
    wide = false;
    Arrays.fill(origins, 0);
  }
}
