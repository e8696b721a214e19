package dev.tidemark.insight.changelog;

import java.util.List;

/**
 * What the optimized plan says of a table that it writes to.
 *
 * @param table its name in full; for the rows of a SELECT, a name that Flink makes up
 * @param collects whether the rows go to the one who has asked for them, and not into a table
 * @param primaryKey positions of the primary key's columns; empty for none
 * @param materializes whether Flink puts a SinkMaterializer before it, because the rows are
 *     identified by another key than the table's
 */
public record DeclaredSink(
    String table, boolean collects, List<Integer> primaryKey, boolean materializes) {}
