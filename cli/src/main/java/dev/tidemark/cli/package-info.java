/** The command {@code tidemark}. */
package dev.tidemark.cli;
