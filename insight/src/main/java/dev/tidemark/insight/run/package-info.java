/** Following a run: where it stands, and who looks at it. */
package dev.tidemark.insight.run;
