package dev.tidemark.insight.run;

import dev.tidemark.insight.ledger.Drop;
import dev.tidemark.insight.ledger.Ledger;
import dev.tidemark.runtime.observe.Observers;
import dev.tidemark.runtime.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** The runs that jobs with a certain setting have made in this process, oldest first. */
public final class RunLog implements AutoCloseable {
  private final String name;
  private final int cap;
  private final Function<Plan, Consumer<Drop>> listeners;
  private final Supplier<List<Probe>> probes;
  private final List<RunInsight> runs = new ArrayList<>();
  private int held = Ledger.DEFAULT_HELD;

  /**
   * @param cap dropped rows of a run to keep in memory
   * @param listeners makes for each run what is told of every dropped row, on the job's thread; may
   *     return null
   * @param probes makes what looks at a run besides the ledger
   */
  public RunLog(int cap, Function<Plan, Consumer<Drop>> listeners, Supplier<List<Probe>> probes) {
    this(cap, listeners, probes, false);
  }

  /**
   * @param forRows whether the probes follow a row from operator to operator, to the sinks
   */
  public RunLog(
      int cap,
      Function<Plan, Consumer<Drop>> listeners,
      Supplier<List<Probe>> probes,
      boolean forRows) {
    this.cap = cap;
    this.listeners = listeners;
    this.probes = probes;
    this.name = forRows ? Observers.registerForRows(this::begin) : Observers.register(this::begin);
  }

  /** Lets an operator keep so many rows in mind at a time because they may still be lost. */
  public void hold(int rows) {
    held = rows;
  }

  /** The value of {@code tidemark.observer} that makes jobs show up here. */
  public String observer() {
    return name;
  }

  private synchronized RunInsight begin(Plan plan) {
    List<Probe> further = probes.get();
    Ledger ledger = new Ledger(cap, held, listener(listeners.apply(plan), further));
    RunInsight run = new RunInsight(plan, ledger, further);
    runs.add(run);
    return run;
  }

  private static Consumer<Drop> listener(Consumer<Drop> first, List<Probe> probes) {
    Consumer<Drop> all = first;
    for (Probe probe : probes) {
      if (probe.followsDrops()) {
        all = all == null ? probe::dropped : all.andThen(probe::dropped);
      }
    }
    return all;
  }

  /** Takes the runs that have begun since the last call; they may still be under way. */
  public synchronized List<RunInsight> take() {
    List<RunInsight> taken = List.copyOf(runs);
    runs.clear();
    return taken;
  }

  @Override
  public void close() {
    Observers.unregister(name);
  }
}
