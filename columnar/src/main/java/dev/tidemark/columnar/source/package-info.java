/** The columnar pipeline as an operator of a job. */
package dev.tidemark.columnar.source;
