package dev.tidemark.columnar.op;

import dev.tidemark.columnar.state.RankedRows;
import java.util.Arrays;

/**
 * The rows of a partition that come behind the first ones, hardly sorted: nobody asks for their
 * order before one of the first is taken back, and most never get that far. They lie in buckets;
 * each row of a bucket comes before all of the next. Only what becomes one of the first is sorted,
 * a bucket split in two until it is small enough (a quick sort that does what is needed only).
 */
final class WaitingRows {
  /** So many rows become some of the first at once, and so many of the first have to wait. */
  static final int MOVED = 64;

  /** A bucket of fewer rows takes in those that have to wait. */
  private static final int BUCKET_ROWS = 512;

  private static final int SAMPLES = 15;

  private final RankedPartitions partitions;

  /** The last one comes first: that is where they come and go. */
  private Bucket[] buckets = new Bucket[2];

  private int bucketCount;

  WaitingRows(RankedPartitions partitions) {
    this.partitions = partitions;
  }

  boolean isEmpty() {
    return bucketCount == 0;
  }

  /** Whether a row belongs here, and not among the first. */
  boolean takes(int number, long key) {
    return bucketCount > 0 && !isBefore(number, key, buckets[bucketCount - 1]);
  }

  /** Takes a row in that belongs here. */
  void add(int number, long key) {
    add(bucket(number, key), number, key);
  }

  /** Takes a row out that is here. */
  void remove(int number, long key) {
    Bucket bucket = bucket(number, key);
    int[] places = partitions.places;
    int place = places[number];
    int last = --bucket.size;
    bucket.numbers[place] = bucket.numbers[last];
    bucket.keys[place] = bucket.keys[last];
    places[bucket.numbers[place]] = place;
    places[number] = RankedPartitions.NOT_WAITING;
  }

  private void add(Bucket bucket, int number, long key) {
    if (bucket.size == bucket.numbers.length) {
      partitions.waitingBytes -= bucket.memory();
      bucket.grow();
      partitions.waitingBytes += bucket.memory();
    }
    bucket.numbers[bucket.size] = number;
    bucket.keys[bucket.size] = key;
    partitions.places[number] = bucket.size++;
  }

  /** The bucket that a row belongs to. */
  private Bucket bucket(int number, long key) {
    int low = 0;
    int high = bucketCount - 1;
    while (low < high) { // the one farthest behind that does not begin behind the row
      int middle = (low + high) >>> 1;
      if (isBefore(number, key, buckets[middle])) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return buckets[low];
  }

  private boolean isBefore(int number, long key, Bucket bucket) {
    return compare(number, key, bucket.bound, bucket.boundKey) < 0;
  }

  private int compare(int number, long key, int other, long otherKey) {
    int result = Long.compare(key, otherKey);
    return result != 0 ? result : partitions.order.compare(number, other);
  }

  /** Lets the last rows of a list wait. */
  void defer(RankedRows first) {
    Bucket bucket = bucketCount == 0 ? null : buckets[bucketCount - 1];
    if (bucket == null || bucket.size >= BUCKET_ROWS) {
      bucket = new Bucket();
      partitions.waitingBytes += bucket.memory();
      push(bucket);
    } else {
      partitions.free(bucket.bound);
    }
    int number = -1;
    for (int i = 0; i < MOVED; i++) {
      first.last();
      number = first.get();
      first.remove();
      add(bucket, number, partitions.order.key(number));
    }
    bucket.bound = partitions.copy(number);
    bucket.boundKey = partitions.order.key(number);
  }

  private void push(Bucket bucket) {
    if (bucketCount == buckets.length) {
      buckets = Arrays.copyOf(buckets, bucketCount * 2);
    }
    buckets[bucketCount++] = bucket;
  }

  /** Puts some of the rows, the first ones, at the end of a list, if there are any. */
  void advance(RankedRows first) {
    boolean found = false;
    while (bucketCount > 0 && !found) {
      Bucket bucket = buckets[--bucketCount];
      buckets[bucketCount] = null;
      while (bucket.size > MOVED) {
        push(split(bucket));
      }
      sort(bucket);
      for (int i = 0; i < bucket.size; i++) {
        first.toRank(first.size() + 1L);
        first.insert(bucket.numbers[i]);
        partitions.places[bucket.numbers[i]] = RankedPartitions.NOT_WAITING;
      }
      found = bucket.size > 0;
      partitions.waitingBytes -= bucket.memory();
      partitions.free(bucket.bound);
    }
  }

  /** Takes the later rows out of a bucket. */
  private Bucket split(Bucket bucket) {
    Bucket sample = new Bucket();
    for (int i = 0; i < SAMPLES; i++) {
      int place = (int) ((long) i * (bucket.size - 1) / (SAMPLES - 1));
      sample.numbers[i] = bucket.numbers[place];
      sample.keys[i] = bucket.keys[place];
    }
    sample.size = SAMPLES;
    sort(sample);
    Bucket later = new Bucket();
    partitions.waitingBytes += later.memory();
    later.bound = partitions.copy(sample.numbers[SAMPLES / 2]);
    later.boundKey = sample.keys[SAMPLES / 2];
    int kept = 0;
    for (int i = 0; i < bucket.size; i++) {
      int number = bucket.numbers[i];
      long key = bucket.keys[i];
      if (isBefore(number, key, later)) {
        bucket.numbers[kept] = number;
        bucket.keys[kept++] = key;
      } else {
        add(later, number, key);
      }
    }
    bucket.size = kept; // its own places are of no use any more: it is taken apart
    return later;
  }

  /** Insertion sort: there are few. */
  private void sort(Bucket bucket) {
    for (int i = 1; i < bucket.size; i++) {
      int number = bucket.numbers[i];
      long key = bucket.keys[i];
      int to = i;
      while (to > 0 && compare(number, key, bucket.numbers[to - 1], bucket.keys[to - 1]) < 0) {
        bucket.numbers[to] = bucket.numbers[to - 1];
        bucket.keys[to] = bucket.keys[to - 1];
        to--;
      }
      bucket.numbers[to] = number;
      bucket.keys[to] = key;
    }
  }

  private static final class Bucket {
    /** A copy of its first row; others may have come since that are behind it. */
    int bound;

    long boundKey;
    int[] numbers = new int[MOVED];
    long[] keys = new long[MOVED];
    int size;

    void grow() {
      numbers = Arrays.copyOf(numbers, size * 2);
      keys = Arrays.copyOf(keys, size * 2);
    }

    long memory() {
      return numbers.length * 12L + 64;
    }
  }
}
