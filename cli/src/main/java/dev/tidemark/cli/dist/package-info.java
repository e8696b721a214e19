/** What {@code tidemark dist} puts into an archive, and how it is packed. */
package dev.tidemark.cli.dist;
