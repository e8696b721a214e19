package dev.tidemark.columnar.op;

/** Marks stages that emit rows to Flink's operators, so that no columnar stage can follow. */
public interface Terminal extends StageSpec {}
