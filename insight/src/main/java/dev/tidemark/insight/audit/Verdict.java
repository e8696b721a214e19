package dev.tidemark.insight.audit;

import dev.tidemark.insight.ledger.Books;
import dev.tidemark.runtime.observe.NodeObserver;
import java.util.function.Function;

/** What can be said about an operator. */
public sealed interface Verdict {

  /** It drops no rows because of their time. */
  record NeverDrops() implements Verdict {}

  /**
   * It may drop rows, and the rule is known.
   *
   * @param audit makes what follows the operator
   * @param windows into which windows it puts rows; null for none
   * @param butNot what of it is not audited and why, for people; null if everything is
   */
  record Audited(Function<Books, NodeObserver> audit, RowWindowing windows, String butNot)
      implements Verdict {
    Audited(Function<Books, NodeObserver> audit) {
      this(audit, null, null);
    }

    Audited(Function<Books, NodeObserver> audit, RowWindowing windows) {
      this(audit, windows, null);
    }
  }

  /**
   * It belongs to an operator that keeps the account: looked at, but without an account of its own.
   *
   * @param observer what sees its elements
   */
  record Helper(NodeObserver observer) implements Verdict {}

  /**
   * It may drop rows in ways that are not known.
   *
   * @param why the reason, for people
   */
  record NotAudited(String why) implements Verdict {}
}
