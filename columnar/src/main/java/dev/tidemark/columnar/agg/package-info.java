/** Accumulators in columns, each as Flink's declarative aggregate functions keep theirs. */
package dev.tidemark.columnar.agg;
