package dev.tidemark.columnar.join;

import java.io.Serializable;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * What rows of two sides are joined by.
 *
 * @param columns for each side, the key's columns
 * @param types the types of the left side's; the right side's are kept alike
 * @param filtersNull of each part of the key, whether a row without it matches none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record JoinKeys(int[][] columns, LogicalType[] types, boolean[] filtersNull)
    implements Serializable {}
