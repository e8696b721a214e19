package dev.tidemark.cli.sql;

import org.apache.flink.table.client.gateway.StatementResult;

/** Told of what happens to the statements of a script, in order and from one thread at a time. */
interface StatementListener {

  /** A statement is about to be executed. */
  void begins(String statement);

  /** The last statement was not one yet: it comes again with more text. */
  void incomplete();

  /**
   * The last statement was executed; a query's rows are still to be fetched.
   *
   * @return the result that the client shall show
   */
  StatementResult executed(String statement, StatementResult result);

  /** The last statement failed, before or after its first row. */
  void failed(Throwable failure);

  /** The client gave a result up before its end, for a reason of its own. */
  void givenUp();

  /** The rows fetched so far are used up, and the next ones may take a while. */
  void waiting();

  /** A row of the last statement's result was fetched. */
  void fetched();
}
