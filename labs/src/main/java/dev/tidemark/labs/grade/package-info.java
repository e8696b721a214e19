/** Judges what was saved, step by step, and says what a mistake usually means. */
package dev.tidemark.labs.grade;
