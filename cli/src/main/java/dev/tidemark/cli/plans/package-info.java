/** Listening to Flink's planner: what it declares about the operators of a statement. */
package dev.tidemark.cli.plans;
