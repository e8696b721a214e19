/** Reads what Flink's SQL client, or Tidemark in its place, has printed. */
package dev.tidemark.labs.output;
