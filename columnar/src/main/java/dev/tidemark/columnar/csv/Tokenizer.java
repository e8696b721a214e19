package dev.tidemark.columnar.csv;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds the ends of fields and records in a buffer, 32 bytes at a time. It knows the plain case
 * only: records of the right number of fields, quotes around whole fields with none inside. At
 * anything else it stops in front of the record, and Flink's own reader takes over.
 *
 * <p>What is in a date need not be looked at, because who reads the date finds out whether it is
 * one: the tokenizer jumps to where it would end. That is a guess until all values are read.
 */
final class Tokenizer {
  /** Bytes that are looked at together. */
  private static final int CHUNK = 32;

  /** Bytes that must follow the last one of the buffer, so that as many can be read at any. */
  static final int SLACK = CHUNK;

  /** Why {@link #next} stopped. */
  enum Stop {
    /** As many records as there is room for. */
    FULL,
    /** The buffer holds no further whole record. */
    MORE,
    /** The next record does not have as many fields as it should; it ends at {@link #oddEnd}. */
    ODD,
    /** Where the next record ends is for Flink's reader to say. */
    HARD
  }

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;

  /** Line ends, the comma, the double quote and few others are less than this byte, '-'. */
  private static final long SPECIAL = ONES * 0x2D;

  /** A date and the time of day to milliseconds. */
  private static final int USUAL_DATE = 23;

  /** A date that is shorter is not worth a jump. */
  private static final int SHORTEST_DATE = 10;

  /** Puts the lowest bits of eight bytes side by side into the highest byte. */
  private static final long GATHER = 0x0102040810204080L;

  private final byte delimiter;
  private final int quote;
  private final int escape;
  private final int last;
  private final boolean high;
  private final boolean quotesMatter;

  private final long delimiters;
  private final long quotes;
  private final long escapes;

  /** Of each field that holds dates, how long the last one was; 0 for other fields. */
  private final int[] dateLengths;

  /** Where the record after an odd one starts. */
  int oddEnd;

  /**
   * @param dates which fields are read as dates, with or without a time
   */
  Tokenizer(CsvDialect dialect, boolean[] dates) {
    this.delimiter = dialect.delimiter();
    this.quote = dialect.quote();
    this.escape = dialect.escape();
    this.last = dialect.fields() - 1;
    this.quotesMatter = dialect.nullLiteral() != null || dialect.emptyIsNull();
    boolean special = isInDates(delimiter) || isInDates(quote) || isInDates(escape);
    this.dateLengths = new int[dialect.fields()];
    for (int i = 0; i < dates.length; i++) {
      dateLengths[i] = dates[i] && !special ? USUAL_DATE : 0;
    }
    this.high = delimiter >= '-' || quote >= '-' || escape >= '-';
    this.delimiters = ONES * delimiter;
    this.quotes = ONES * Math.max(quote, 0);
    this.escapes = ONES * Math.max(escape, 0);
  }

  private static boolean isInDates(int character) {
    return (character >= '0' && character <= ':') || "-. Z".indexOf(character) >= 0;
  }

  /**
   * Finds records from a position on.
   *
   * @param from where the first record starts
   * @param limit the end of what the buffer holds
   * @param end whether nothing follows the buffer
   * @param capacity how many records there is room for
   * @param guess whether dates are jumped over: what is found is true of the records in front of
   *     which every value can be read
   */
  Stop next(
      byte[] buffer, int from, int limit, boolean end, int capacity, boolean guess, Records into) {
    int[] starts = into.starts;
    int[] ends = into.ends;
    int record = 0;
    int slot = 0;
    int field = 0;
    int start = from;
    int skipTo = 0;
    long seen = 0;
    into.origins[0] = from;
    Stop stop = Stop.MORE;
    int next = from;
    scan:
    while (next < limit) {
      int at = next;
      next += CHUNK;
      long hits = 0;
      for (int i = 0; i < CHUNK; i += 8) {
        long word = (long) LONGS.get(buffer, at + i);
        seen |= word;
        hits |= (((candidates(word) >>> 7) * GATHER) >>> 56) << i;
      }
      while (hits != 0) {
        int position = at + Long.numberOfTrailingZeros(hits);
        hits &= hits - 1;
        if (position >= limit) {
          break scan;
        }
        byte found = buffer[position];
        if (found == delimiter) {
          if (position < skipTo) {
            continue;
          }
          if (field == last) {
            stop = Stop.HARD; // one too many: where it ends, a quote may hide
            break scan;
          }
          if (position >= start) {
            starts[slot] = start;
            ends[slot] = position;
            learn(field, position - start);
          }
          slot++;
          field++;
          start = position + 1;
          if (guess && dateEnds(buffer, start + dateLengths[field], start, limit)) {
            next = start + dateLengths[field];
            break;
          }
        } else if (found == '\n' || found == '\r') {
          if (position < skipTo) {
            continue;
          }
          int following = position + 1;
          if (found == '\r') {
            if (following == limit && !end) {
              break scan;
            }
            if (following < limit && buffer[following] == '\n') {
              following++;
              skipTo = following;
            }
          }
          if (field != last || (last == 0 && position == start)) {
            oddEnd = following;
            stop = Stop.ODD;
            break scan;
          }
          if (position >= start) {
            starts[slot] = start;
            ends[slot] = position;
            learn(field, position - start);
          }
          slot++;
          field = 0;
          start = following;
          into.origins[++record] = following;
          if (record == capacity) {
            stop = Stop.FULL;
            break scan;
          }
          if (guess && dateEnds(buffer, start + dateLengths[0], start, limit)) {
            next = start + dateLengths[0];
            break;
          }
        } else if (found == quote) {
          if (position < skipTo || position != start) {
            continue; // inside a quoted field, or part of an unquoted one
          }
          if (quotesMatter) {
            stop = Stop.HARD; // whether a quoted null is one is for Flink to say
            break scan;
          }
          int close = closing(buffer, position + 1, limit);
          if (close == HARD_QUOTE) {
            stop = Stop.HARD;
            break scan;
          }
          int following = close + 1;
          if (close < 0 || following == limit) {
            // Not whole yet; at the end of the file Flink's reader says what is missing.
            stop = end ? Stop.HARD : Stop.MORE;
            break scan;
          }
          byte after = buffer[following];
          if (after != delimiter && after != '\n' && after != '\r') {
            stop = Stop.HARD;
            break scan;
          }
          starts[slot] = position + 1;
          ends[slot] = close;
          skipTo = following;
          start = following + 1; // so that the delimiter keeps what is set here
        } else if (found == escape) {
          if (position >= skipTo) {
            stop = Stop.HARD;
            break scan;
          }
        }
      }
    }
    if (stop == Stop.MORE && end && into.origins[record] < limit) {
      if (field == last && skipTo <= limit && record < capacity) {
        if (limit >= start) {
          starts[slot] = start;
          ends[slot] = limit;
        }
        into.origins[++record] = limit;
      } else if (record == 0) {
        oddEnd = limit;
        stop = Stop.ODD;
      }
    }
    into.count = record;
    into.wide = (seen & HIGHS) != 0;
    return stop;
  }

  /** Whether a date that starts here may end there; not if both are the same place. */
  private boolean dateEnds(byte[] buffer, int at, int start, int limit) {
    return at > start
        && at < limit
        && (buffer[at] == delimiter || buffer[at] == '\n' || buffer[at] == '\r');
  }

  private void learn(int field, int length) {
    int known = dateLengths[field];
    if (known > 0 && known != length && length >= SHORTEST_DATE) {
      dateLengths[field] = length;
    }
  }

  private static final int HARD_QUOTE = Integer.MAX_VALUE;

  /** The quote that ends a field; -1 if it is not in the buffer. */
  private int closing(byte[] buffer, int from, int limit) {
    for (int i = from; i < limit; i++) {
      byte each = buffer[i];
      if (each == quote) {
        return i;
      }
      if (each == escape) {
        return HARD_QUOTE;
      }
    }
    return -1;
  }

  /** The highest bit of each byte that may be a delimiter, a line end, a quote or an escape. */
  private long candidates(long word) {
    // Exact for each byte: with its highest bit set, a byte cannot borrow from the next.
    long hits = ~((word | HIGHS) - SPECIAL) & ~word & HIGHS;
    if (high) {
      hits |= equal(word, delimiters);
      if (quote >= 0) {
        hits |= equal(word, quotes);
      }
      if (escape >= 0) {
        hits |= equal(word, escapes);
      }
    }
    return hits;
  }

  private static long equal(long word, long pattern) {
    long difference = word ^ pattern;
    return ~(((difference & ~HIGHS) + ~HIGHS) | difference | ~HIGHS);
  }
}
