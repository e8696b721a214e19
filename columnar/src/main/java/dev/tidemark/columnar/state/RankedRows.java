package dev.tidemark.columnar.state;

import java.util.Arrays;

/**
 * Numbers of rows in their {@link RowOrder}, in blocks: a partition of a million rows needs no long
 * moves. Works at a place that {@link #seek} and {@link #next} set.
 */
public final class RankedRows {
  private static final int BLOCK_ROWS = 512;

  private int[][] blocks = {new int[4]};
  private int[] sizes = new int[1];
  private int blockCount = 1;
  private int size;
  private int block;
  private int offset;

  /** How many rows there are. */
  public int size() {
    return size;
  }

  /** Goes to the place of a row, or where it would be. */
  public void seek(RowOrder order, int number) {
    int low = 0;
    int high = blockCount - 1;
    while (low < high) { // the first block whose last row is not before the one that is looked for
      int middle = (low + high) >>> 1;
      if (order.compare(blocks[middle][sizes[middle] - 1], number) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    block = low;
    int[] rows = blocks[block];
    int from = 0;
    int to = sizes[block];
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (order.compare(rows[middle], number) < 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    offset = from;
  }

  /** Goes to the first row. */
  public void first() {
    block = 0;
    offset = 0;
  }

  /** Goes to the last row, if there is any. */
  public void last() {
    block = blockCount - 1;
    offset = sizes[block] - 1;
  }

  /** The rank of this place, 1 for the first row; or a number beyond the limit, if it is higher. */
  public long rank(long limit) {
    long rank = 1;
    for (int i = 0; i < block && rank <= limit; i++) {
      rank += sizes[i];
    }
    return rank + offset;
  }

  /** Goes to a rank; see {@link #here} for whether it is there. */
  public void toRank(long rank) {
    long rest = rank - 1;
    block = 0;
    while (block < blockCount - 1 && rest >= sizes[block]) {
      rest -= sizes[block++];
    }
    offset = (int) Math.min(rest, sizes[block]);
  }

  /** Whether there is a row at this place. */
  public boolean here() {
    return offset < sizes[block] || (block + 1 < blockCount);
  }

  /** The row at this place. */
  public int get() {
    if (offset == sizes[block] && block + 1 < blockCount) {
      block++;
      offset = 0;
    }
    return blocks[block][offset];
  }

  /** Goes to the next place. */
  public void next() {
    get();
    offset++;
  }

  /** Puts a row at this place, before the one that is here. */
  public void insert(int number) {
    if (sizes[block] == BLOCK_ROWS) {
      split();
    }
    int[] rows = blocks[block];
    if (sizes[block] == rows.length) {
      rows = Arrays.copyOf(rows, rows.length * 2);
      blocks[block] = rows;
    }
    System.arraycopy(rows, offset, rows, offset + 1, sizes[block] - offset);
    rows[offset] = number;
    sizes[block]++;
    size++;
  }

  private void split() {
    if (blockCount == blocks.length) {
      blocks = Arrays.copyOf(blocks, blockCount * 2);
      sizes = Arrays.copyOf(sizes, blockCount * 2);
    }
    System.arraycopy(blocks, block + 1, blocks, block + 2, blockCount - block - 1);
    System.arraycopy(sizes, block + 1, sizes, block + 2, blockCount - block - 1);
    int half = BLOCK_ROWS / 2;
    int[] upper = new int[BLOCK_ROWS];
    System.arraycopy(blocks[block], half, upper, 0, half);
    blocks[block + 1] = upper;
    sizes[block + 1] = half;
    sizes[block] = half;
    blockCount++;
    if (offset > half) {
      block++;
      offset -= half;
    }
  }

  /** Puts a row in the place of the one that is here. */
  public void replace(int number) {
    get();
    blocks[block][offset] = number;
  }

  /** Takes the row at this place away; the next one is here then. */
  public void remove() {
    get(); // from the end of one block to the start of the next
    int[] rows = blocks[block];
    System.arraycopy(rows, offset + 1, rows, offset, sizes[block] - offset - 1);
    sizes[block]--;
    size--;
    if (sizes[block] == 0 && blockCount > 1) {
      System.arraycopy(blocks, block + 1, blocks, block, blockCount - block - 1);
      System.arraycopy(sizes, block + 1, sizes, block, blockCount - block - 1);
      blockCount--;
      blocks[blockCount] = null;
      if (block == blockCount) {
        block--;
        offset = sizes[block];
      } else {
        offset = 0;
      }
    }
  }
}
