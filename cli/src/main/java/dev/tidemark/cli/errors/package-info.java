/** From Flink's exceptions to messages that people can act on. */
package dev.tidemark.cli.errors;
