/** Batches of rows, kept as columns of primitive values. */
package dev.tidemark.columnar.data;
