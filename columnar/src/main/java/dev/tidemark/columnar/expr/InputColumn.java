package dev.tidemark.columnar.expr;

/**
 * A column as it is.
 *
 * @param index its place in the batch
 */
public record InputColumn(int index) implements Expression {

  @Override
  public Evaluator create(int capacity) {
    return batch -> batch.columns[index];
  }
}
