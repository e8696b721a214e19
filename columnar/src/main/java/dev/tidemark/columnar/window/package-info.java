/** What Flink's second phase of a window aggregation gets in place of its buffer. */
package dev.tidemark.columnar.window;
