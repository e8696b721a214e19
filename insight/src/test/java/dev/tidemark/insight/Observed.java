package dev.tidemark.insight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.ledger.Account;
import dev.tidemark.insight.ledger.Drop;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.insight.ledger.Ledger;
import dev.tidemark.insight.run.Probe;
import dev.tidemark.insight.run.RunContext;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.RunLog;
import dev.tidemark.runtime.TidemarkOptions;
import dev.tidemark.runtime.compat.Metrics;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.observe.ObservedNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/**
 * A run and what the ledger says about it.
 *
 * @param results the rows that came out, as text
 * @param run what was seen
 * @param late what Flink's own counters of dropped rows, late or without a time, say, added up
 */
public record Observed(List<String> results, RunInsight run, long late) {
  private static final String[] COUNTERS = {
    "numLateRecordsDropped",
    "leftNumLateRecordsDropped",
    "rightNumLateRecordsDropped",
    "numNullRowTimeRecordsDropped"
  };

  /** Runs a query over tables that a script makes. */
  public static Observed sql(Map<String, String> settings, List<String> script, String query)
      throws Exception {
    return sql(settings, script, query, null);
  }

  /**
   * Runs a query over tables that a script makes.
   *
   * @param listener is told of every row with a loss; null for nobody
   */
  public static Observed sql(
      Map<String, String> settings, List<String> script, String query, Consumer<Drop> listener)
      throws Exception {
    return sql(settings, script, query, Ledger.DEFAULT_HELD, listener);
  }

  /**
   * The same, where an operator keeps few rows in mind that may still be lost.
   *
   * @param held how many
   */
  public static Observed sql(
      Map<String, String> settings,
      List<String> script,
      String query,
      int held,
      Consumer<Drop> listener)
      throws Exception {
    return observe(
        settings,
        held,
        listener,
        configuration -> {
          TableEnvironment env = Tables.of(configuration);
          script.forEach(env::executeSql);
          List<String> rows = new ArrayList<>();
          try (CloseableIterator<Row> results = env.executeSql(query).collect()) {
            results.forEachRemaining(row -> rows.add(row.toString()));
          }
          return rows;
        });
  }

  /** Runs a DataStream program. */
  public static Observed program(Map<String, String> settings, Program program) throws Exception {
    return observe(
        settings,
        Ledger.DEFAULT_HELD,
        null,
        configuration -> program.run(new StreamExecutionEnvironment(configuration)));
  }

  /**
   * Runs a query that fails, or whose reader goes away after some rows.
   *
   * @param rows how many to read before the query is cancelled
   */
  public static RunInsight unfinished(
      Map<String, String> settings, List<String> script, String query, int rows) throws Exception {
    return read(settings, script, query, rows, List.of());
  }

  /** Runs a query with a further probe, to its end unless it fails. */
  public static RunInsight watched(List<String> script, String query, Probe probe)
      throws Exception {
    return read(Map.of(), script, query, Integer.MAX_VALUE, List.of(probe));
  }

  private static RunInsight read(
      Map<String, String> settings, List<String> script, String query, int rows, List<Probe> probes)
      throws Exception {
    try (RunLog log = new RunLog(Ledger.DEFAULT_CAP, plan -> null, () -> probes)) {
      TableEnvironment env = Tables.of(configuration(settings, log));
      script.forEach(env::executeSql);
      try (CloseableIterator<Row> results = env.executeSql(query).collect()) {
        for (int i = 0; i < rows && results.hasNext(); i++) {
          results.next();
        }
      } catch (RuntimeException e) {
        // What the run was like until then is the question.
      }
      List<RunInsight> runs = log.take();
      assertThat(runs).hasSize(1);
      assertThat(runs.get(0).awaitOver(30)).isTrue();
      return runs.get(0);
    }
  }

  /** A DataStream program that returns what comes out of it. */
  @FunctionalInterface
  public interface Program {
    List<String> run(StreamExecutionEnvironment env) throws Exception;
  }

  @FunctionalInterface
  private interface Body {
    List<String> run(Configuration configuration) throws Exception;
  }

  private static Observed observe(
      Map<String, String> settings, int held, Consumer<Drop> listener, Body body) throws Exception {
    CountersOfFlink counters = new CountersOfFlink();
    try (RunLog log = new RunLog(Ledger.DEFAULT_CAP, plan -> listener, () -> List.of(counters))) {
      log.hold(held);
      List<String> results = body.run(configuration(settings, log));
      List<RunInsight> runs = log.take();
      assertThat(runs).hasSize(1);
      assertThat(runs.get(0).awaitOver(30)).isTrue();
      assertThat(runs.get(0).complete()).isTrue();
      return new Observed(results, runs.get(0), counters.sum());
    }
  }

  private static Configuration configuration(Map<String, String> settings, RunLog log) {
    Configuration configuration = Configuration.fromMap(settings);
    configuration.set(DeploymentOptions.TARGET, TidemarkOptions.TARGET);
    configuration.set(DeploymentOptions.ATTACHED, true);
    configuration.set(CoreOptions.DEFAULT_PARALLELISM, 1);
    configuration.set(TidemarkOptions.OBSERVER, log.observer());
    return configuration;
  }

  /** The only account of the run in which the watermark plays a part. */
  public Account account() {
    List<Account> accounts =
        run.ledger().accounts().stream().filter(each -> !each.ignoresWatermark()).toList();
    assertThat(accounts).hasSize(1);
    return accounts.get(0);
  }

  /** Rows with a loss. */
  public List<Drop> drops() {
    assertThat((long) run.ledger().drops().size()).isEqualTo(run.ledger().dropCount());
    return run.ledger().drops();
  }

  /** The only row with a loss. */
  public Drop drop() {
    assertThat(drops()).hasSize(1);
    return drops().get(0);
  }

  /** The rows with a loss, by their number in the source, in the order in which they were lost. */
  public List<Long> lost() {
    return drops().stream().map(drop -> drop.row().ordinal()).toList();
  }

  /** Each loss as a text that a function makes. */
  public List<String> lost(Function<Drop, String> text) {
    return drops().stream().map(text).toList();
  }

  /** The reasons of all losses. */
  public List<DropReason> reasons() {
    return drops().stream().map(Drop::reason).distinct().toList();
  }

  private static final class CountersOfFlink implements Probe {
    private final List<ObservedNode> nodes = new ArrayList<>();
    private long sum;

    @Override
    public NodeObserver observe(ObservedNode node, RunContext context) {
      nodes.add(node);
      return null;
    }

    @Override
    public void over(boolean complete) {
      for (ObservedNode node : nodes) {
        for (String name : COUNTERS) {
          Counter counter = Metrics.counter(node.operator().getMetricGroup(), name);
          sum += counter == null ? 0 : counter.getCount();
        }
      }
    }

    long sum() {
      return sum;
    }
  }
}
