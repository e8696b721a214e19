package dev.tidemark.insight.sweep;

/**
 * What an operator loses under one delay.
 *
 * @param delay the watermark delay in milliseconds
 * @param rowsIn rows that come to the operator; the delay changes their number where rows are
 *     judged by the watermark before
 * @param rowsDropped rows that are in none of their windows
 * @param contributionsLost pairs of a row and a window that the row should be in and is not
 */
public record SweepPoint(long delay, long rowsIn, long rowsDropped, long contributionsLost) {}
