/** The story of a single row, and why there is no output yet. */
package dev.tidemark.insight.why;
