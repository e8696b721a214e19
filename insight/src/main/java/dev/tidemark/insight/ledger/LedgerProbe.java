package dev.tidemark.insight.ledger;

import dev.tidemark.insight.audit.Verdict;
import dev.tidemark.insight.run.Delays;
import dev.tidemark.insight.run.Probe;
import dev.tidemark.insight.run.RowValues;
import dev.tidemark.insight.run.RunContext;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.observe.ObservedNode;
import java.util.Optional;

/** Keeps the ledger of a run. */
public final class LedgerProbe implements Probe {
  private final Ledger ledger;
  private final Delays delays;
  private final RowValues values;

  public LedgerProbe(Ledger ledger, Delays delays, RowValues values) {
    this.ledger = ledger;
    this.delays = delays;
    this.values = values;
  }

  @Override
  public NodeObserver observe(ObservedNode node, RunContext run) {
    Verdict verdict = run.verdict(node);
    if (verdict instanceof Verdict.NotAudited unknown) {
      ledger.notAudited(node.plan().index(), run.name(node.plan()), unknown.why());
      return null;
    }
    if (verdict instanceof Verdict.Helper helper) {
      return helper.observer();
    }
    if (!(verdict instanceof Verdict.Audited audited)) {
      return null;
    }
    String name = run.name(node.plan());
    if (audited.butNot() != null) {
      ledger.notAudited(node.plan().index(), name, audited.butNot());
    }
    Account account = ledger.open(node.plan().index(), name, node.plan().description());
    return audited.audit().apply(new Books(node, run, delays, values, ledger, account));
  }

  @Override
  public void over(boolean complete) {
    Optional<String> imbalance = ledger.imbalance(complete);
    if (imbalance.isPresent()) {
      throw new IllegalStateException(imbalance.get());
    }
  }
}
