/** The report: one HTML file that shows what became of a script's rows. */
package dev.tidemark.insight.report;
