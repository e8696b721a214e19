package dev.tidemark.insight.source;

import java.util.Map;

/**
 * A row as it stands in its file.
 *
 * @param file the file, without {@code file:} where it is a local one
 * @param line number of its first line, from 1
 * @param text the line, or the first of its lines
 * @param values all columns of the file, those that the query does not read too; empty if they
 *     cannot be told apart
 */
public record FileRow(String file, long line, String text, Map<String, String> values) {}
