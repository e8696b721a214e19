package dev.tidemark.insight.audit;

/** The key of the row that an operator handles, while it does and until the next one. */
@FunctionalInterface
interface Keys {
  Object current();
}
