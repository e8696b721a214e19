/** Times, durations and tables as people read them. */
package dev.tidemark.insight.text;
