/** Looking at a run while it goes on, and having it wait. */
package dev.tidemark.insight.live;
