package dev.tidemark.insight.run;

/**
 * A row as it left its source.
 *
 * @param source index of the source's node in the plan
 * @param ordinal its number among the rows of that source, from 1
 * @param file the file that it is from; null if it is not from a file
 * @param fileOrdinal its number among the rows that were read from that file, from 1; 0 without one
 */
public record SourceRow(int source, long ordinal, String file, long fileOrdinal) {}
