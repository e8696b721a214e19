/**
 * Expressions over columns. None of them can fail, so rows that a filter has left out do no harm.
 */
package dev.tidemark.columnar.expr;
