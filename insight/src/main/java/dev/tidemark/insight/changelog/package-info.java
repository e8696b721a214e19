/** How much each operator adds to a changelog, what is left when it is applied, and why. */
package dev.tidemark.insight.changelog;
