package dev.tidemark.labs.model;

/** In which mode a query runs. */
public enum Mode {
  /** All rows are there before anything is computed: no watermarks, final rows only. */
  BATCH,
  /** Rows come one by one. */
  STREAMING
}
