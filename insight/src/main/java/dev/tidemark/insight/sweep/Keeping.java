package dev.tidemark.insight.sweep;

import java.util.OptionalLong;

/**
 * The smallest delay that keeps so much.
 *
 * @param what in words
 * @param share of the rows to keep, from 0 to 1
 * @param delay in milliseconds; empty if none of the delays that were tried does
 */
public record Keeping(String what, double share, OptionalLong delay) {}
