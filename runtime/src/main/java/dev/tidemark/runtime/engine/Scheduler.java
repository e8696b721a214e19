package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.plan.PlanEdge;
import dev.tidemark.runtime.source.SourceDriver;
import dev.tidemark.runtime.source.SourceDriver.Turn;
import dev.tidemark.runtime.time.ClockTimer;
import dev.tidemark.runtime.time.RealTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.flink.util.function.ThrowingConsumer;

/**
 * The loop: sources take turns, one record each, and every record is carried through to the sinks
 * before the next. Between two records mails and due timers run.
 */
final class Scheduler {
  /** Timers per step, so that a timer that registers itself for now cannot starve the sources. */
  private static final int TIMERS_PER_STEP = 1_000;

  /**
   * A silent source is asked again after this time even if nobody says that it has something. A
   * fetcher that fails just while its reader looks for records goes unheard: the reader has checked
   * for failures before and resets the signal after (Flink's SourceReaderBase and
   * FutureCompletingBlockingQueue).
   */
  private static final long RECHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final JobContext context;
  private final Supplier<Exception> stopReason;
  private final List<SourceDriver> active;
  private final Map<SourceDriver, List<NodeInput>> reach = new HashMap<>();
  private final Set<SourceDriver> late = new HashSet<>();
  private final Turns turns;
  private final boolean selective;

  Scheduler(
      JobContext context,
      Supplier<Exception> stopReason,
      List<SourceDriver> drivers,
      Map<SourceDriver, Node> sourceNodes,
      Map<Integer, Node> nodes) {
    this.context = context;
    this.stopReason = stopReason;
    this.active = new ArrayList<>(drivers);
    this.turns = new Turns(drivers.size(), context.configuration);
    for (SourceDriver driver : drivers) {
      List<NodeInput> inputs = new ArrayList<>();
      collectReach(sourceNodes.get(driver), nodes, inputs);
      reach.put(driver, inputs);
    }
    this.selective = reach.values().stream().anyMatch(inputs -> !inputs.isEmpty());
  }

  /** The inputs below a source that are not read at all times. */
  private void collectReach(Node node, Map<Integer, Node> nodes, List<NodeInput> inputs) {
    for (PlanEdge edge : context.plan.outputsOf(node.plan)) {
      Node target = nodes.get(edge.targetId());
      NodeInput input = target.inputs().get(edge.inputIndex());
      if (input.isChoosy() && !inputs.contains(input)) {
        inputs.add(input);
      }
      collectReach(target, nodes, inputs);
    }
  }

  /**
   * Runs until every source has ended.
   *
   * @param finish called once for each source that has ended
   */
  void run(ThrowingConsumer<SourceDriver, Exception> finish) throws Exception {
    if (active.size() == 1 && !context.clock.isWall()) {
      step();
      if (active.get(0).runAlone(this::step)) {
        step();
        finish.accept(active.remove(0));
      }
    }
    while (!active.isEmpty()) {
      step();
      SourceDriver driver = choose();
      Turn result = take(driver);
      if (result == Turn.END) {
        int index = active.indexOf(driver);
        active.remove(index);
        turns.end(index);
        step();
        finish.accept(driver);
      }
    }
    step();
  }

  /** What happens between two records. */
  private void step() throws Exception {
    Exception reason = stopReason.get();
    if (reason != null) {
      throw reason;
    }
    context.mailbox.runAll();
    for (int i = 0; i < TIMERS_PER_STEP; i++) {
      ClockTimer timer = context.clock.nextDue();
      if (timer == null) {
        return;
      }
      timer.fire();
      context.mailbox.runAll();
    }
  }

  private SourceDriver choose() {
    int place = turns.proposed();
    if (selective) {
      for (int i = 0; i < active.size(); i++) {
        int index = (place + i) % active.size();
        if (isReadNow(active.get(index))) {
          place = index;
          break;
        }
      }
    }
    turns.took(place);
    return active.get(place);
  }

  private boolean isReadNow(SourceDriver driver) {
    for (NodeInput input : reach.get(driver)) {
      if (!input.admitted()) {
        return false;
      }
    }
    return true;
  }

  private Turn take(SourceDriver driver) throws Exception {
    Turn result = driver.poll();
    if (result != Turn.NOTHING) {
      late.remove(driver);
      return result;
    }
    boolean patient = driver.bounded() || active.size() == 1;
    if (!patient && late.contains(driver)) {
      if (late.size() == active.size()) {
        awaitAny();
      }
      return Turn.NOTHING;
    }
    long start = RealTime.nanos();
    while (true) {
      long left = patient ? Long.MAX_VALUE : context.patienceNanos() - (RealTime.nanos() - start);
      if (left <= 0) {
        late.add(driver);
        return Turn.NOTHING;
      }
      if (!driver.ready()) {
        park(Math.min(left, RECHECK_NANOS));
      }
      step();
      result = driver.poll();
      if (result != Turn.NOTHING) {
        return result;
      }
    }
  }

  /** All sources are silent: waits until it is worth asking them again. */
  private void awaitAny() throws Exception {
    for (SourceDriver driver : active) {
      if (driver.ready()) {
        return;
      }
    }
    park(RECHECK_NANOS);
    step();
  }

  /** Waits for a mail, a source or a timer; whoever brings one unparks this thread. */
  private void park(long nanos) {
    if (context.mailbox.hasMail()) {
      return;
    }
    long millis = context.clock.millisToNext();
    long limit =
        millis == Long.MAX_VALUE
            ? nanos
            : Math.min(nanos, TimeUnit.MILLISECONDS.toNanos(Math.max(1, millis)));
    RealTime.parkNanos(this, limit);
  }
}
