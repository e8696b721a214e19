package dev.tidemark.columnar.source;

import dev.tidemark.columnar.csv.CsvScan;
import dev.tidemark.columnar.op.StageSpec;
import java.io.Serializable;

/**
 * A scan or a join, or rows that others read, too, and what follows it.
 *
 * @param scan where rows come from; null if they come from elsewhere
 * @param joined the join; null if rows come from elsewhere
 * @param shared rows that others read, too; null if rows come from elsewhere
 * @param stages what is done with them, in order; the last one of all emits rows
 * @param batchRows rows in a batch
 * @param memoryBytes how much state an operator may hold; 0 for half of the heap
 * @param readAhead whether the scan has a thread of its own
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PipelineSpec(
    CsvScan scan,
    JoinedSpec joined,
    SharedSpec shared,
    StageSpec[] stages,
    int batchRows,
    long memoryBytes,
    boolean readAhead)
    implements Serializable {}
