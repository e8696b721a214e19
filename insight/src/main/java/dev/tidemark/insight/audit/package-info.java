/** One class for each kind of operator that may drop rows: the rule by which it does so. */
package dev.tidemark.insight.audit;
