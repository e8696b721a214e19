/**
 * Hands-on labs: folders of texts, data and rules, and the grader that judges what was saved.
 * Nothing here knows the engine: what is right is recomputed from the data by a model of its own.
 */
package dev.tidemark.labs;
