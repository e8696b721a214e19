package dev.tidemark.insight.sweep;

import java.util.OptionalLong;

/**
 * The smallest delay that keeps so much.
 *
 * @param what in words
 * @param share of the rows to keep, from 0 to 1
 * @param delay in milliseconds; empty if none of the delays that were tried does
 * @param exact whether a millisecond less is known to keep less; otherwise the delay is the
 *     smallest that was tried, or known to a coarser resolution
 */
public record Keeping(String what, double share, OptionalLong delay, boolean exact) {}
