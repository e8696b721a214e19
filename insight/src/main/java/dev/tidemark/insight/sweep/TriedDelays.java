package dev.tidemark.insight.sweep;

import dev.tidemark.insight.ledger.Account;
import dev.tidemark.insight.run.RunInsight;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/**
 * A curve from several runs, each with another delay. Which delays are worth a run is read off the
 * runs before: how late the rows were that they lost says which delay would keep so many. Whether
 * it does is then seen in a run, and in one with a millisecond less.
 */
final class TriedDelays {
  /** Further runs for a job, at most. */
  static final int MOST = 12;

  private final NavigableMap<Long, Run> runs = new TreeMap<>();

  /** Delays for which this job has asked for a run. */
  private final Set<Long> askedFor = new TreeSet<>();

  private record Run(List<Account> accounts, LatenessProbe lateness) {
    Optional<Account> account(int node) {
      return accounts.stream().filter(account -> account.node() == node).findFirst();
    }
  }

  /** By how much the rows were too late that count for a mark. */
  @FunctionalInterface
  private interface Lateness {
    StepCurve of(LatenessProbe run, int node);
  }

  /** What a delay may have to keep. */
  private record Mark(
      String what, double share, long oneIn, ToLongFunction<Account> losses, Lateness lateness) {
    boolean holds(Account account) {
      return losses.applyAsLong(account) <= allowed(account);
    }

    long allowed(Account account) {
      return account.rowsIn() / oneIn;
    }
  }

  private static final List<Mark> ROWS =
      List.of(
          new Mark(
              "99 % of the rows", 0.99, 100, Account::droppedWhole, LatenessProbe::rowsDropped),
          new Mark(
              "99.9 % of the rows",
              0.999, 1_000, Account::droppedWhole, LatenessProbe::rowsDropped),
          new Mark(
              "all rows", 1, Long.MAX_VALUE, Account::droppedWhole, LatenessProbe::rowsDropped));

  private static final Mark EVERYWHERE =
      new Mark(
          "all rows in all windows",
          1,
          Long.MAX_VALUE,
          account -> account.droppedWhole() + account.partlyLost(),
          LatenessProbe::rowsWithLoss);

  /** Takes what a run with a delay did. */
  void add(long delay, RunInsight run) {
    runs.put(
        delay,
        new Run(
            run.ledger().accounts(), run.probe(LatenessProbe.class).orElseGet(LatenessProbe::new)));
  }

  boolean hasRun(long delay) {
    return runs.containsKey(delay);
  }

  /** Whether there is more than the job's own run. */
  boolean hasSeveral() {
    return runs.size() > 1;
  }

  /** The account of an operator in the run with a delay. */
  Optional<Account> account(long delay, int node) {
    Run run = runs.get(delay);
    return run == null ? Optional.empty() : run.account(node);
  }

  /**
   * The delays that are worth a run now; empty if what they would tell is known, or there have been
   * enough.
   *
   * @param nodes the operators
   */
  Set<Long> next(List<Integer> nodes) {
    Set<Long> next = wanted(nodes);
    // Runs for other jobs of the script are runs of this one, too, and take nothing from its own.
    askedFor.addAll(next);
    return next;
  }

  private Set<Long> wanted(List<Integer> nodes) {
    if (!runs.containsKey(0L)) {
      return Set.of(0L);
    }
    Set<Long> next = new TreeSet<>();
    for (int node : nodes) {
      ROWS.forEach(mark -> candidate(node, mark).ifPresent(next::add));
      candidate(node, EVERYWHERE).ifPresent(next::add);
    }
    int left = MOST - askedFor.size();
    if (next.isEmpty()) {
      nodes.forEach(node -> next.addAll(shape(node)));
    }
    next.removeAll(runs.keySet());
    return new TreeSet<>(next.stream().limit(Math.max(0, left)).toList());
  }

  /** A delay that brings the smallest one for a mark closer, or proves it. */
  private OptionalLong candidate(int node, Mark mark) {
    OptionalLong keeps = smallest(node, mark);
    long low = keeps.isEmpty() ? runs.lastKey() : below(keeps.getAsLong());
    if (low < 0 || isExact(keeps)) {
      return OptionalLong.empty();
    }
    Run run = runs.get(low);
    Account account = run.account(node).orElse(null);
    if (account == null) {
      return OptionalLong.empty();
    }
    StepCurve late = mark.lateness.of(run.lateness, node);
    long told = low + late.smallestDelay(mark.allowed(account));
    if (keeps.isEmpty()) {
      return told > low ? OptionalLong.of(told) : OptionalLong.empty();
    }
    long high = keeps.getAsLong();
    if (told == high) {
      return OptionalLong.of(high - 1);
    }
    // With another delay other rows are late: then halves lead there.
    return OptionalLong.of(told > low && told < high ? told : low + (high - low) / 2);
  }

  private OptionalLong smallest(int node, Mark mark) {
    return runs.entrySet().stream()
        .filter(run -> run.getValue().account(node).map(mark::holds).orElse(false))
        .mapToLong(Map.Entry::getKey)
        .findFirst();
  }

  /** The largest delay below one that had a run; -1 if there is none. */
  private long below(long delay) {
    Long below = runs.lowerKey(delay);
    return below == null ? -1 : below;
  }

  private boolean isExact(OptionalLong delay) {
    return delay.isPresent()
        && (delay.getAsLong() == 0 || below(delay.getAsLong()) == delay.getAsLong() - 1);
  }

  private Set<Long> shape(int node) {
    StepCurve late = runs.get(0L).lateness.rowsWithLoss(node);
    List<SweepPoint> vertices = new ArrayList<>();
    for (long step : late.steps()) {
      vertices.add(new SweepPoint(step, 0, 0, late.lost(step)));
    }
    return new TreeSet<>(AutoDelays.of(late, List.of(), Knee.of(vertices)));
  }

  /** What the runs tell of an operator. */
  SweptOperator operator(Account ownAccount) {
    int node = ownAccount.node();
    List<SweepPoint> points = new ArrayList<>();
    runs.forEach(
        (delay, run) ->
            run.account(node)
                .ifPresent(
                    account ->
                        points.add(
                            new SweepPoint(
                                delay,
                                account.rowsIn(),
                                account.droppedWhole(),
                                account.contributionsLost()))));
    List<Keeping> keeping = new ArrayList<>();
    ROWS.forEach(mark -> keeping.add(keeping(node, mark)));
    Keeping everywhere = keeping(node, EVERYWHERE);
    if (!everywhere.delay().equals(keeping.get(2).delay())) {
      keeping.add(everywhere);
    }
    return new SweptOperator(
        node,
        ownAccount.name(),
        ownAccount.rowsIn(),
        points,
        points,
        keeping,
        knee(points),
        OptionalLong.empty(),
        1);
  }

  private Keeping keeping(int node, Mark mark) {
    OptionalLong delay = smallest(node, mark);
    return new Keeping(mark.what, mark.share, delay, isExact(delay));
  }

  /** An operator without windows loses rows, and no contributions. */
  private static OptionalLong knee(List<SweepPoint> points) {
    boolean windows = points.stream().anyMatch(point -> point.contributionsLost() > 0);
    return Knee.of(
        windows
            ? points
            : points.stream()
                .map(p -> new SweepPoint(p.delay(), p.rowsIn(), 0, p.rowsDropped()))
                .toList());
  }
}
