/** Reads comma separated values into columns, exactly as Flink's csv format does. */
package dev.tidemark.columnar.csv;
