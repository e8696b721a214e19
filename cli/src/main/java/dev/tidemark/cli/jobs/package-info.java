/** The jobs that a command has submitted, and waiting for them. */
package dev.tidemark.cli.jobs;
