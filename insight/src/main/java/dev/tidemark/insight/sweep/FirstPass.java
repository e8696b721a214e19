package dev.tidemark.insight.sweep;

import dev.tidemark.insight.ledger.Account;
import dev.tidemark.insight.run.RunInsight;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.collect.CollectSinkOperatorFactory;

/**
 * What a job's own run tells of other delays. Where that is not everything, {@link #extraDelays}
 * says which further runs it takes, and {@link #rerun} takes what they give.
 */
public final class FirstPass {
  /** Steps of a curve that are shown of each share of its height and of its width. */
  private static final int OUTLINE = 100;

  private final int number;
  private final String statement;
  private final RunInsight run;
  private final SweepProbe probe;
  private final List<Long> asked;
  private final OptionalLong ownDelay;
  private final String obstacle;
  private final TriedDelays tried = new TriedDelays();

  /**
   * @param number the job's number among those of the script, from 0
   * @param statement where the job's statement stands
   * @param run the job's own run, with a {@link SweepProbe}, at its end
   */
  public FirstPass(int number, String statement, RunInsight run) {
    this.number = number;
    this.statement = statement;
    this.run = run;
    this.probe = run.probe(SweepProbe.class).orElseThrow();
    this.asked = probe.asked();
    this.ownDelay = findOwnDelay();
    this.obstacle = findObstacle();
    tried.add(now(), run);
  }

  /** The job's number among those of the script, from 0. */
  public int number() {
    return number;
  }

  /** Whether the job writes into tables, which a further run would do again. */
  public boolean writes() {
    return run.plan().nodes().stream()
        .filter(node -> run.plan().outputsOf(node).isEmpty())
        .anyMatch(node -> !isCollected(node.factory()));
  }

  private static boolean isCollected(StreamOperatorFactory<?> sink) {
    return sink instanceof CollectSinkOperatorFactory;
  }

  /** Whether there is an operator that may drop rows at all, and a watermark to delay. */
  public boolean isSwept() {
    return probe.hasGenerators() && !(accounts().isEmpty() && run.ledger().notAudited().isEmpty());
  }

  /**
   * The further runs that are needed next: the values of {@code tidemark.watermark.extra-delay-ms}
   * to run the script with. When they are made, others may be needed.
   */
  public Set<Long> extraDelays() {
    Set<Long> delays = new TreeSet<>();
    if (!probe.hasRows()) {
      return delays;
    }
    if (obstacle != null) {
      delays.addAll(
          asked == null ? tried.next(accounts().stream().map(Account::node).toList()) : asked);
    } else {
      for (Account account : accounts()) {
        SlicedRows rows = probe.windows().get(account.node());
        delays(rows).stream().filter(delay -> !isTold(rows, delay)).forEach(delays::add);
      }
    }
    delays.removeIf(tried::hasRun);
    return delays.stream().map(delay -> delay - now()).collect(Collectors.toSet());
  }

  /**
   * Takes what the same job did in a further run.
   *
   * @param extraDelay one of {@link #extraDelays}
   * @param again the run, with a {@link LatenessProbe}
   */
  public synchronized void rerun(long extraDelay, RunInsight again) {
    tried.add(now() + extraDelay, again);
  }

  /** Everything, when the further runs have been made. */
  public synchronized JobSweep result() {
    List<SweptOperator> operators = new ArrayList<>();
    for (Account account : accounts()) {
      operators.add(
          !probe.hasRows()
              ? unknown(account)
              : obstacle == null ? onePass(account) : tried.operator(account));
    }
    return new JobSweep(
        statement, ownDelay, obstacle, run.end(), operators, run.ledger().notAudited());
  }

  /** Without a row there is no telling which delay the script has, let alone what others do. */
  private static SweptOperator unknown(Account account) {
    return new SweptOperator(
        account.node(),
        account.name(),
        account.rowsIn(),
        List.of(),
        List.of(),
        List.of(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        1);
  }

  /** Whether there is a curve: one run told everything, or further runs have been made. */
  public boolean hasCurve() {
    return probe.hasRows() && (obstacle == null || tried.hasSeveral());
  }

  private List<Account> accounts() {
    return run.ledger().accounts().stream().filter(each -> !each.ignoresWatermark()).toList();
  }

  /** Why one run does not tell everything; null if it does. */
  public String obstacle() {
    return obstacle;
  }

  /** The windows that were followed. */
  List<SlicedRows> followed() {
    return List.copyOf(probe.windows().values());
  }

  private long now() {
    return ownDelay.orElse(0);
  }

  private OptionalLong findOwnDelay() {
    OptionalLong found = OptionalLong.empty();
    for (Emission each : probe.generators()) {
      if (!each.hasRows()) {
        // It has made no watermark, and would make none with another delay.
        continue;
      }
      OptionalLong delay = each.delay();
      if (delay.isEmpty() || (found.isPresent() && !found.equals(delay))) {
        return OptionalLong.empty();
      }
      found = delay;
    }
    return found;
  }

  private String findObstacle() {
    if (!probe.hasRows()) {
      return null;
    }
    if (ownDelay.isEmpty()) {
      return "the watermarks are not all of the form row time − one constant";
    }
    for (Account account : accounts()) {
      SlicedRows rows = probe.windows().get(account.node());
      if (rows == null) {
        String why = probe.obstacle(account.node());
        return "of "
            + account.name()
            + ": "
            + (why == null ? "its rule is not that of TUMBLE, HOP or CUMULATE" : why);
      }
      if (!rows.emission().asExpected(run.complete()) || !agrees(account, rows)) {
        return "of " + account.name() + ": its own run does not follow the rule of one pass";
      }
    }
    return null;
  }

  /** The curve at the script's own delay must give what really happened. */
  private boolean agrees(Account account, SlicedRows rows) {
    long delay = now();
    if (!run.complete()) {
      // A row may have been on its way, seen here and not there.
      return true;
    }
    if (rows.rowsIn() != account.rowsIn()) {
      return false;
    }
    if (delay < 0 || delay >= rows.emission().exactBelow()) {
      return true;
    }
    StepCurve dropped = rows.rowsDropped();
    StepCurve lost = rows.contributionsLost();
    return dropped.resolution() > 1
        || lost.resolution() > 1
        || (dropped.lost(delay) == account.droppedWhole()
            && lost.lost(delay) == account.contributionsLost());
  }

  private Set<Long> delays(SlicedRows rows) {
    StepCurve lost = rows.contributionsLost();
    Set<Long> delays =
        new TreeSet<>(
            asked != null
                ? asked
                : AutoDelays.of(lost, keeping(rows, List.of()), Knee.of(vertices(rows, lost))));
    delays.add(now());
    return delays;
  }

  private SweptOperator onePass(Account account) {
    SlicedRows rows = probe.windows().get(account.node());
    StepCurve dropped = rows.rowsDropped();
    StepCurve lost = rows.contributionsLost();
    List<SweepPoint> points = new ArrayList<>();
    for (long delay : delays(rows)) {
      if (delay == now()) {
        points.add(point(delay, account));
      } else if (isTold(rows, delay)) {
        points.add(new SweepPoint(delay, rows.rowsIn(), dropped.lost(delay), lost.lost(delay)));
      } else {
        tried.account(delay, account.node()).ifPresent(there -> points.add(point(delay, there)));
      }
    }
    return new SweptOperator(
        account.node(),
        account.name(),
        account.rowsIn(),
        points,
        curve(rows, dropped, lost, points),
        keeping(rows, points),
        Knee.of(vertices(rows, lost)),
        points.stream().anyMatch(point -> point.delay() != now() && !isTold(rows, point.delay()))
            ? OptionalLong.of(rows.emission().exactBelow())
            : OptionalLong.empty(),
        Math.max(dropped.resolution(), lost.resolution()));
  }

  /** Whether one run tells of a delay. */
  private static boolean isTold(SlicedRows rows, long delay) {
    return delay < rows.emission().exactBelow();
  }

  /** Points that show the whole curve, with those of the table among them. */
  private static List<SweepPoint> curve(
      SlicedRows rows, StepCurve dropped, StepCurve lost, List<SweepPoint> points) {
    TreeMap<Long, SweepPoint> curve = new TreeMap<>();
    for (StepCurve each : List.of(dropped, lost)) {
      for (long delay : each.outline(OUTLINE)) {
        if (isTold(rows, delay)) {
          curve.put(
              delay, new SweepPoint(delay, rows.rowsIn(), dropped.lost(delay), lost.lost(delay)));
        }
      }
    }
    for (long delay : AutoDelays.roundBelow(curve.lastKey())) {
      if (isTold(rows, delay)) {
        curve.put(
            delay, new SweepPoint(delay, rows.rowsIn(), dropped.lost(delay), lost.lost(delay)));
      }
    }
    points.forEach(point -> curve.put(point.delay(), point));
    return List.copyOf(curve.values());
  }

  private static List<SweepPoint> vertices(SlicedRows rows, StepCurve lost) {
    List<SweepPoint> vertices = new ArrayList<>();
    for (long step : lost.steps()) {
      if (isTold(rows, step)) {
        vertices.add(new SweepPoint(step, rows.rowsIn(), 0, lost.lost(step)));
      }
    }
    return vertices;
  }

  /**
   * @param points what is known of single delays, also of those for which the rule does not hold
   */
  private static List<Keeping> keeping(SlicedRows rows, List<SweepPoint> points) {
    StepCurve dropped = rows.rowsDropped();
    StepCurve lost = rows.contributionsLost();
    ToLongFunction<SweepPoint> whole = SweepPoint::rowsDropped;
    long all = rows.rowsIn();
    List<Keeping> keeping = new ArrayList<>();
    keeping.add(keeping(rows, "99 % of the rows", 0.99, dropped, all / 100, points, whole));
    keeping.add(keeping(rows, "99.9 % of the rows", 0.999, dropped, all / 1_000, points, whole));
    keeping.add(keeping(rows, "all rows", 1, dropped, 0, points, whole));
    if (lost.smallestDelay(0) != dropped.smallestDelay(0)) {
      keeping.add(
          keeping(
              rows, "all rows in all windows", 1, lost, 0, points, SweepPoint::contributionsLost));
    }
    return keeping;
  }

  /** Where the rule does not reach that far, the smallest delay that was tried. */
  private static Keeping keeping(
      SlicedRows rows,
      String what,
      double share,
      StepCurve curve,
      long allowed,
      List<SweepPoint> points,
      ToLongFunction<SweepPoint> losses) {
    long delay = curve.smallestDelay(allowed);
    if (isTold(rows, delay)) {
      boolean exact =
          rows.rowsDropped().resolution() == 1 && rows.contributionsLost().resolution() == 1;
      return new Keeping(what, share, OptionalLong.of(delay), exact);
    }
    OptionalLong tried =
        points.stream()
            .filter(point -> losses.applyAsLong(point) <= allowed)
            .mapToLong(SweepPoint::delay)
            .min();
    return new Keeping(what, share, tried, false);
  }

  private static SweepPoint point(long delay, Account account) {
    return new SweepPoint(
        delay, account.rowsIn(), account.droppedWhole(), account.contributionsLost());
  }
}
