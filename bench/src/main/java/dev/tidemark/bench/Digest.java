package dev.tidemark.bench;

import org.apache.flink.types.RowKind;

/**
 * What came out of a query, in figures that do not depend on the order of rows.
 *
 * @param inserts rows of kind +I
 * @param befores rows of kind -U
 * @param afters rows of kind +U
 * @param deletes rows of kind -D
 * @param content checksum of what is left when all changes are applied
 * @param changes checksum of every single change with its kind
 */
record Digest(long inserts, long befores, long afters, long deletes, long content, long changes) {
  static final Digest EMPTY = new Digest(0, 0, 0, 0, 0, 0);

  /** Of one change; {@code row} is its content as text. */
  static Digest of(RowKind kind, String row) {
    long hash = hash(row);
    long change = mix(hash + kind.toByteValue());
    return switch (kind) {
      case INSERT -> new Digest(1, 0, 0, 0, hash, change);
      case UPDATE_BEFORE -> new Digest(0, 1, 0, 0, -hash, change);
      case UPDATE_AFTER -> new Digest(0, 0, 1, 0, hash, change);
      case DELETE -> new Digest(0, 0, 0, 1, -hash, change);
    };
  }

  Digest plus(Digest other) {
    return new Digest(
        inserts + other.inserts,
        befores + other.befores,
        afters + other.afters,
        deletes + other.deletes,
        content + other.content,
        changes + other.changes);
  }

  /** The same rows of each kind, without a look at what is in them. */
  boolean sameCounts(Digest other) {
    return inserts == other.inserts
        && befores == other.befores
        && afters == other.afters
        && deletes == other.deletes;
  }

  /**
   * The same table in the end, whatever the way to it. Where updates do not say what they replace,
   * only as many rows.
   */
  boolean sameTable(Digest other) {
    boolean upserts = befores == 0 && afters > 0;
    return (upserts || content == other.content)
        && inserts - deletes == other.inserts - other.deletes;
  }

  private static long hash(String row) {
    long hash = 0xcbf29ce484222325L; // FNV-1a
    for (int i = 0; i < row.length(); i++) {
      hash = (hash ^ row.charAt(i)) * 0x100000001b3L;
    }
    return mix(hash);
  }

  private static long mix(long bits) { // so that sums of similar rows differ
    long mixed = (bits ^ (bits >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
