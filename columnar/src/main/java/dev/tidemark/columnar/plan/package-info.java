/** Finds the parts of an optimized plan that can run in columns, and replaces them. */
package dev.tidemark.columnar.plan;
