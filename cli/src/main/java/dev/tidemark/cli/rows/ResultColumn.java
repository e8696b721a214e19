package dev.tidemark.cli.rows;

import org.apache.flink.table.types.logical.LogicalType;

/**
 * A column of a result.
 *
 * @param name its name
 * @param type its type
 */
public record ResultColumn(String name, LogicalType type) {}
