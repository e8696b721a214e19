/** What is done with batches between the scan and the border to Flink's operators. */
package dev.tidemark.columnar.op;
