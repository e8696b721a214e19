package dev.tidemark.insight.run;

import dev.tidemark.insight.ledger.Account;
import dev.tidemark.insight.ledger.Ledger;
import dev.tidemark.insight.ledger.LedgerProbe;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.observe.ObservedNode;
import dev.tidemark.runtime.observe.RunEnd;
import dev.tidemark.runtime.observe.RunObserver;
import dev.tidemark.runtime.plan.Plan;
import dev.tidemark.runtime.plan.PlanNode;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Follows one run. What it has gathered may be read from other threads when the run is {@link
 * #awaitOver over}.
 */
public final class RunInsight implements RunObserver {
  private final Plan plan;
  private final RunContext context;
  private final Delays delays = new Delays();
  private final Ledger ledger;
  private final List<Probe> probes = new ArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile RunEnd end = RunEnd.STOPPED;

  RunInsight(Plan plan, Ledger ledger, List<Probe> others) {
    this.plan = plan;
    this.context = new RunContext(plan);
    this.ledger = ledger;
    probes.add(delays);
    probes.add(new LedgerProbe(ledger, delays, context.values()));
    probes.addAll(others);
    others.forEach(ledger::follow);
  }

  @Override
  public NodeObserver observe(ObservedNode node) {
    List<NodeObserver> observers = new ArrayList<>();
    observers.add(context.observe(node));
    for (Probe probe : probes) {
      NodeObserver observer = probe.observe(node, context);
      if (observer != null) {
        observers.add(observer);
      }
    }
    return observers.size() == 1 ? observers.get(0) : new SeveralObservers(observers);
  }

  @Override
  public void sourceEnds(ObservedNode source) {
    context.sourceEnds();
    probes.forEach(probe -> probe.sourceEnds(source));
  }

  @Override
  public void over(RunEnd how) {
    try {
      probes.forEach(probe -> probe.over(how == RunEnd.FINISHED));
      end = how;
    } catch (RuntimeException | Error e) {
      end = RunEnd.FAILED;
      throw e;
    } finally {
      over.countDown();
    }
  }

  /** Waits until the run is over, at most some seconds; false if it is not. */
  public boolean awaitOver(long seconds) throws InterruptedException {
    return over.await(seconds, TimeUnit.SECONDS);
  }

  /** Whether the run came to its end: false if it failed or was cancelled. */
  public boolean complete() {
    return end == RunEnd.FINISHED;
  }

  /** How the run ended. */
  public RunEnd end() {
    return end;
  }

  /** What ran. */
  public Plan plan() {
    return plan;
  }

  /** Where the run stood at its end. */
  public RunContext context() {
    return context;
  }

  /** The delays of the watermark generators. */
  public Delays delays() {
    return delays;
  }

  /** What one of the further probes has gathered; empty if there was none of that kind. */
  public <P extends Probe> Optional<P> probe(Class<P> kind) {
    return probes.stream().filter(kind::isInstance).map(kind::cast).findFirst();
  }

  /**
   * The rows of which {@link Ledger#lostRows} are a part: those that came to the operator that may
   * drop rows or, where there are several or rows come to it more than once, all rows of the
   * sources.
   */
  public long rowsJudged() {
    long read =
        plan.nodes().stream()
            .filter(PlanNode::isSource)
            .mapToLong(source -> context.rowsOf(source.index()))
            .sum();
    List<Account> judges = ledger.judges();
    return judges.size() == 1 ? Math.min(read, judges.get(0).rowsIn()) : read;
  }

  /** A line for people about what the times are in; empty where all of them are in UTC. */
  public String zoneNote() {
    ZoneId zone = context.zoneOfWindows();
    return zone == null
        ? ""
        : "Row times and watermarks are in UTC, windows in " + zone + " (table.local-time-zone).\n";
  }

  /** What was dropped. */
  public Ledger ledger() {
    return ledger;
  }
}
