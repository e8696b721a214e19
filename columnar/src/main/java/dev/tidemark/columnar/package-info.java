/** Native operators over batches of columns, and the planner hook that puts them into a plan. */
package dev.tidemark.columnar;
