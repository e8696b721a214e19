/** The sources' own rows: looked up again in their files, whole. */
package dev.tidemark.insight.source;
