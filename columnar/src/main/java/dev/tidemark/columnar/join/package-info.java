/** Stages with two inputs. */
package dev.tidemark.columnar.join;
