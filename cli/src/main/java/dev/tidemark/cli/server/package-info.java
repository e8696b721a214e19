/**
 * The warm server: one process that answers Flink's SQL Gateway protocol and calls of the command.
 */
package dev.tidemark.cli.server;
