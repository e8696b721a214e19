package dev.tidemark.insight.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.Arrivals;
import dev.tidemark.insight.Arrivals.Arrival;
import dev.tidemark.insight.Observed;
import dev.tidemark.insight.ledger.Drop;
import dev.tidemark.insight.ledger.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.LongRange;

/** The ledger of windows equals the model, whatever comes in whatever order. */
class WindowLedgerPropertiesTest {
  private static final String PHASES = "table.optimizer.agg-phase-strategy";

  /** What a query is, besides its rows. */
  record Setup(WindowModel window, String phases, boolean keyed) {}

  @Provide
  Arbitrary<Setup> setups() {
    Arbitrary<WindowModel> windows =
        Combinators.combine(
                Arbitraries.of("TUMBLE", "HOP", "CUMULATE"),
                Arbitraries.longs().between(1, 5),
                Arbitraries.longs().between(1, 4))
            .as(
                (kind, step, times) ->
                    new WindowModel(
                        kind,
                        step * times * 1000,
                        kind.equals("TUMBLE") ? step * times * 1000 : step * 1000));
    return Combinators.combine(
            windows, Arbitraries.of("ONE_PHASE", "TWO_PHASE"), Arbitraries.of(true, false))
        .as(Setup::new);
  }

  /** Time goes on by up to 2 s a row, and each row is up to 12 s behind it. */
  @Provide
  Arbitrary<Arrivals> arrivals() {
    Arbitrary<long[]> row =
        Combinators.combine(
                Arbitraries.longs().between(0, 2000),
                Arbitraries.longs().between(0, 12_000),
                Arbitraries.longs().between(0, 2))
            .as((ahead, behind, key) -> new long[] {ahead, behind, key});
    return Combinators.combine(row.list().ofMinSize(2).ofMaxSize(60), Arbitraries.of(1L, 1000L))
        .as(
            (rows, unit) -> {
              Arrivals arrivals = new Arrivals();
              long now = 60_000;
              for (long[] each : rows) {
                now += each[0];
                arrivals.add("k" + each[2], (now - each[1]) / unit * unit);
              }
              return arrivals;
            });
  }

  @Property(seed = "20261130", shrinking = ShrinkingMode.OFF)
  void theLedgerIsTheModel(
      @ForAll("setups") Setup setup,
      @ForAll("arrivals") Arrivals arrivals,
      @ForAll @LongRange(max = 8000) long delay,
      @ForAll @LongRange(max = 3000) long more)
      throws Exception {
    Map<Long, List<Window>> lost = check(setup, arrivals, delay);
    Map<Long, List<Window>> lostLater = check(setup, arrivals, delay + more);
    lostLater.forEach((row, windows) -> assertThat(lost.get(row)).containsAll(windows));
    // One more than the disorder: a window is over when the watermark has reached its last row.
    long disorder = WindowModel.largestDisorder(arrivals.rows()) + 1;
    Observed all = runInTime(setup, arrivals, disorder);
    assertThat(check(setup, arrivals, disorder, all)).isEmpty();
    assertThat(all.results())
        .containsExactlyInAnyOrderElementsOf(runInTime(setup, sorted(arrivals), delay).results());
  }

  private static Arrivals sorted(Arrivals arrivals) {
    Arrivals sorted = new Arrivals();
    arrivals.rows().stream()
        .sorted(Comparator.comparingLong(Arrival::time))
        .forEach(row -> sorted.add(row.key(), row.time()));
    return sorted;
  }

  private static Observed runInTime(Setup setup, Arrivals arrivals, long delay) throws Exception {
    return run(setup, arrivals, delay, Map.of(PHASES, setup.phases()), "TIMESTAMP(3)");
  }

  private static Map<Long, List<Window>> check(Setup setup, Arrivals arrivals, long delay)
      throws Exception {
    return check(setup, arrivals, delay, runInTime(setup, arrivals, delay));
  }

  private static Map<Long, List<Window>> check(
      Setup setup, Arrivals arrivals, long delay, Observed seen) {
    List<Arrival> rows = arrivals.rows();
    Map<Long, List<Window>> lost =
        seen.drops().stream().collect(Collectors.toMap(drop -> drop.row().ordinal(), Drop::missed));
    assertThat(lost).isEqualTo(setup.window().lost(rows, delay));
    for (Drop drop : seen.drops()) {
      int windows = setup.window().windows(drop.rowTime()).size();
      assertThat(drop.whole()).isEqualTo(drop.missed().size() == windows);
    }
    assertThat(seen.account().rowsIn()).isEqualTo(rows.size());
    assertThat(counted(seen))
        .isEqualTo(contributions(setup, rows, 0) - seen.account().contributionsLost());
    return lost;
  }

  /**
   * @param offset of the zone by which windows are cut, in milliseconds
   */
  private static long contributions(Setup setup, List<Arrival> rows, long offset) {
    return rows.stream()
        .mapToLong(row -> setup.window().windows(row.epoch() + offset).size())
        .sum();
  }

  private static long counted(Observed seen) {
    return seen.results().stream()
        .mapToLong(row -> Long.parseLong(row.replaceAll(".*, (\\d+)]", "$1")))
        .sum();
  }

  private static Observed run(
      Setup setup, Arrivals arrivals, long delay, Map<String, String> settings, String type)
      throws Exception {
    Path dir = Files.createTempDirectory("arrivals");
    try {
      String key = setup.keyed() ? "k, " : "";
      return Observed.sql(
          settings,
          List.of(arrivals.table(dir, "e", delay, type)),
          "SELECT "
              + key
              + "window_start, window_end, MIN(ms), MAX(ms), SUM(ms), COUNT(*) FROM "
              + setup.window().sql()
              + " GROUP BY "
              + key
              + "window_start, window_end");
    } finally {
      delete(dir);
    }
  }

  private static void delete(Path dir) throws IOException {
    Files.deleteIfExists(dir.resolve("e.csv"));
    Files.delete(dir);
  }

  /**
   * Where rows in time are lost (FLINK-38075), what is missing from the output is in the ledger.
   */
  @Property(seed = "20261130", shrinking = ShrinkingMode.OFF)
  void nothingIsMissingThatTheLedgerDoesNotName(
      @ForAll("setups") Setup seconds,
      @ForAll("arrivals") Arrivals close,
      @ForAll("zones") String zone)
      throws Exception {
    // The same at a scale at which offsets of hours and half hours matter.
    long scale = 1800;
    WindowModel window = seconds.window();
    Setup setup =
        new Setup(
            new WindowModel(window.kind(), window.size() * scale, window.step() * scale),
            seconds.phases(),
            seconds.keyed());
    Arrivals arrivals = new Arrivals();
    close.rows().forEach(row -> arrivals.add(row.key(), row.time() * scale));
    Observed seen =
        run(
            setup,
            arrivals,
            0,
            Map.of(PHASES, setup.phases(), "table.local-time-zone", zone),
            "TIMESTAMP_LTZ(3)");
    long offset =
        ZoneId.of(zone).getRules().getOffset(Instant.ofEpochMilli(Arrivals.START)).getTotalSeconds()
            * 1000L;
    assertThat(seen.account().contributionsLost())
        .isEqualTo(contributions(setup, arrivals.rows(), offset) - counted(seen));
  }

  @Provide
  Arbitrary<String> zones() {
    return Arbitraries.of("Asia/Shanghai", "Asia/Kolkata", "Asia/Kathmandu", "America/Bogota");
  }
}
