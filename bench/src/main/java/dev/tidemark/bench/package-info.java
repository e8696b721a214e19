/** Benchmarks: Tidemark and Flink's own client do the same work, in turn, and are compared. */
package dev.tidemark.bench;
