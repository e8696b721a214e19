/** What {@code tidemark lab} prints. */
package dev.tidemark.cli.lab;
