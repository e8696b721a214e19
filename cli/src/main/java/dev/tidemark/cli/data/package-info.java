/**
 * The files behind a statement's tables: what is odd about them, and which line made a job fail.
 */
package dev.tidemark.cli.data;
