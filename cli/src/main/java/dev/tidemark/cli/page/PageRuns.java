package dev.tidemark.cli.page;

import dev.tidemark.insight.live.Pace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.apache.flink.configuration.Configuration;

/** The page's runs: the last ones. */
final class PageRuns {

  /** Runs that are kept; the oldest one that is over makes room. */
  static final int KEPT = 20;

  /** Runs that may be under way at the same time. */
  static final int UNDER_WAY = 8;

  private static final long LONGEST_CHECK = 60_000;

  private final Configuration configuration;
  private final Path directory;
  private final Deque<PageRun> runs = new ArrayDeque<>();
  private final PageLimits limits;
  private final Map<PageRun, Long> seen = new WeakHashMap<>();
  private final ScheduledThreadPoolExecutor clock;
  private int last;

  PageRuns(Configuration configuration, Path directory, PageLimits limits) {
    this.limits = limits;
    this.clock = new ScheduledThreadPoolExecutor(1, PageRuns::daemon);
    long interval = Math.max(1, Math.min(LONGEST_CHECK, limits.waiting().toMillis() / 4));
    ScheduledFuture<?> unused =
        clock.scheduleWithFixedDelay(
            this::stopForgotten, interval, interval, TimeUnit.MILLISECONDS);
    this.configuration = configuration;
    this.directory = directory;
  }

  /**
   * Starts a run.
   *
   * @param extraDelay milliseconds by which all watermarks stand further back than the script says;
   *     negative for ahead
   * @return empty if too many are under way
   */
  Optional<PageRun> start(String sql, Pace.Mode mode, long extraDelay) {
    return start(number -> new ScriptRun(number, sql, mode, extraDelay, configuration, directory));
  }

  /**
   * Starts a program, in a process of its own.
   *
   * @return empty if too many runs are under way
   */
  Optional<PageRun> start(ProgramRequest program, Pace.Mode mode) {
    return start(number -> new ProgramProcess(number, program, mode, directory));
  }

  private synchronized Optional<PageRun> start(IntFunction<PageRun> make) {
    if (runs.stream().filter(run -> !run.isOver()).count() >= UNDER_WAY) {
      return Optional.empty();
    }
    PageRun run = make.apply(++last);
    runs.add(run);
    seen.put(run, System.nanoTime());
    Iterator<PageRun> oldest = runs.iterator();
    while (runs.size() > KEPT && oldest.hasNext()) {
      if (oldest.next().isOver()) {
        oldest.remove();
      }
    }
    run.start();
    return Optional.of(run);
  }

  /** Takes a run that is there already. */
  synchronized void add(PageRun run) {
    last = run.number();
    runs.add(run);
    seen.put(run, System.nanoTime());
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "page-clock");
    thread.setDaemon(true);
    return thread;
  }

  /** Somebody looks at a run. */
  synchronized void seen(PageRun run) {
    seen.put(run, System.nanoTime());
  }

  private void stopForgotten() {
    for (PageRun run : all()) {
      if (run.isOver()) {
        continue;
      }
      Duration limit = run.waits() ? limits.waiting() : limits.running();
      if (unseen(run).compareTo(limit) > 0) {
        run.say(
            "tidemark: stopped, because nobody has looked at it for " + limit.toSeconds() + " s.");
        run.stop();
      }
    }
  }

  private synchronized Duration unseen(PageRun run) {
    return Duration.ofNanos(System.nanoTime() - seen.getOrDefault(run, System.nanoTime()));
  }

  /** Ends what runs in other processes. */
  synchronized void close() {
    clock.shutdownNow();
    runs.forEach(PageRun::forget);
  }

  synchronized Optional<PageRun> run(int number) {
    return runs.stream().filter(run -> run.number() == number).findFirst();
  }

  /** The latest first. */
  synchronized List<PageRun> all() {
    List<PageRun> all = new ArrayList<>(runs);
    Collections.reverse(all);
    return all;
  }
}
