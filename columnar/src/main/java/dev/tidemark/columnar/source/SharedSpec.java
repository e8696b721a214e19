package dev.tidemark.columnar.source;

import java.io.Serializable;

/**
 * Rows that several pipelines read.
 *
 * @param rows what makes them; the same object for all who read them
 * @param readers how many there are
 * @param place which of them this is, in the order in which they get a row
 */
public record SharedSpec(PipelineSpec rows, int readers, int place) implements Serializable {}
