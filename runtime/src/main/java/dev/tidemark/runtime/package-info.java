/** The Flink execution target {@code tidemark}: runs a stream graph in this process. */
package dev.tidemark.runtime;
