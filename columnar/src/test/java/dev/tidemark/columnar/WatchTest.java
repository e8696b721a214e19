package dev.tidemark.columnar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.observe.RowTurns;
import dev.tidemark.runtime.compat.OperatorFields;
import dev.tidemark.runtime.compat.RowTypes;
import dev.tidemark.runtime.compat.WindowFields;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.observe.ObservedNode;
import dev.tidemark.runtime.observe.Observers;
import dev.tidemark.runtime.observe.RunObserver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an observer sees of operators that run in columns: the same calls in the same order as of
 * Flink's operators, where rows keep their places; where an operator makes other rows of those that
 * come, the same rows and watermarks into and out of each.
 */
class WatchTest {
  private static final String TUMBLE =
      "FROM TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND) GROUP BY window_start,"
          + " window_end";

  @TempDir Path folder;
  private Table table;

  @BeforeEach
  void makeTable() throws Exception {
    table = Table.of(folder, UglyRows.of(700, 3), UglyRows.COLUMNS, "'csv.null-literal' = '-'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id, UPPER(name), v + 1 FROM t WHERE v > 3",
        "SELECT * FROM t",
        "SELECT window_start, COUNT(*), SUM(v) " + TUMBLE,
        "SELECT window_start, name, MAX(v) " + TUMBLE + ", name",
        "SELECT window_end, COUNT(*) FROM HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '5' SECOND,"
            + " INTERVAL '15' SECOND) WHERE ok GROUP BY window_start, window_end",
        "SELECT window_start, AVG(m) " + TUMBLE,
        "SELECT window_end, n + 1, name FROM (SELECT window_end, name, COUNT(*) AS n FROM CUMULATE("
            + "TABLE t, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '15' SECOND) GROUP BY"
            + " window_start, window_end, name) WHERE n > 1",
      })
  void sameCalls(String query) {
    List<String> flink = calls(false, query, 2048).all;
    for (int batch : List.of(1, 7, 2048)) {
      List<String> columns = calls(true, query, batch).all;
      Runs.assertSame(flink, columns, query + ", batches of " + batch);
    }
    assertThat(flink).hasSizeGreaterThan(2000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT name, COUNT(*), SUM(v) FROM t GROUP BY name",
        "SELECT n, COUNT(*) FROM (SELECT name, COUNT(*) AS n FROM t GROUP BY name) GROUP BY n",
        "SELECT id, name, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY name ORDER BY ts DESC)"
            + " AS r FROM t) WHERE r = 1",
        "SELECT name, k, s, r FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY name ORDER BY s DESC)"
            + " AS r FROM (SELECT name, kind AS k, SUM(v) AS s FROM t WHERE ok GROUP BY name,"
            + " kind)) WHERE r <= 3",
      })
  void sameCallsAtEachOperator(String query) {
    Calls flink = calls(false, query, 2048);
    for (int batch : List.of(1, 7, 2048)) {
      Calls columns = calls(true, query, batch);
      assertThat(columns.nodes).hasSameSizeAs(flink.nodes);
      for (int node = 0; node < flink.nodes.size(); node++) {
        for (boolean emits : List.of(false, true)) {
          Runs.assertSame(
              side(flink.nodes.get(node), emits),
              side(columns.nodes.get(node), emits),
              query + ", batches of " + batch);
        }
      }
    }
  }

  private static List<String> side(List<String> calls, boolean emits) {
    return calls.stream().filter(call -> call.contains(" emits ") == emits).toList();
  }

  @Test
  void operatorsStayInThePlan() {
    Calls columns = calls(true, "SELECT window_start, COUNT(*) " + TUMBLE, 100);
    assertThat(columns.turns).isEqualTo(7);
    assertThat(calls(false, "SELECT window_start, COUNT(*) " + TUMBLE, 100).turns).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSecondPhaseOfFlinkHasABufferOnTheHeapWhereTheFirstIsInColumns(boolean columnar) {
    List<String> buffers = new ArrayList<>();
    String name =
        Observers.registerForRows(
            plan ->
                node -> {
                  Object processor = WindowFields.processor(node.operator());
                  if (processor != null) {
                    buffers.add(
                        OperatorFields.need(processor, "windowBuffer").getClass().getSimpleName());
                  }
                  return null;
                });
    try {
      Runs.rows(
          columnar,
          Map.of("tidemark.observer", name),
          List.of(table.ddl()),
          "SELECT window_start, COUNT(*) " + TUMBLE);
    } finally {
      Observers.unregister(name);
    }
    assertThat(buffers).containsExactly(columnar ? "HeapWindowBuffer" : "RecordsWindowBuffer");
  }

  private Calls calls(boolean columnar, String query, int batch) {
    Calls calls = new Calls();
    String name = Observers.register(plan -> calls);
    try {
      Runs.rows(
          columnar,
          Map.of("tidemark.observer", name, "tidemark.columnar.batch-rows", String.valueOf(batch)),
          List.of(table.ddl()),
          query);
    } finally {
      Observers.unregister(name);
    }
    return calls;
  }

  /** What was called until the final watermark, in order, and at each operator to the end. */
  private static final class Calls implements RunObserver {
    final List<String> all = new ArrayList<>();
    final List<List<String>> nodes = new ArrayList<>();
    int turns;
    private boolean ended;

    @Override
    public NodeObserver observe(ObservedNode node) {
      List<String> own = new ArrayList<>();
      nodes.add(own);
      return new Caller(node, own);
    }

    private final class Caller implements NodeObserver, RowTurns {
      private final String node;
      private final List<String> own;
      private final RowData.FieldGetter[] out;
      private final RowData.FieldGetter[] in;

      Caller(ObservedNode node, List<String> own) {
        this.node = node.plan().index() + " " + node.operator().getClass().getSimpleName();
        this.own = own;
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        this.out = getters(RowTypes.of(node.plan().config().getTypeSerializerOut(loader)));
        this.in =
            node.plan().isSource()
                ? out
                : getters(RowTypes.of(node.plan().config().getTypeSerializerIn(0, loader)));
      }

      private static RowData.FieldGetter[] getters(LogicalType[] types) {
        RowData.FieldGetter[] getters = new RowData.FieldGetter[types == null ? 0 : types.length];
        for (int i = 0; i < getters.length; i++) {
          getters[i] = RowData.createFieldGetter(types[i], i);
        }
        return getters;
      }

      private void call(String what) {
        // Generated operators have a number in their names.
        String line = node.replaceAll("\\$\\d+", "") + " " + what;
        own.add(line);
        if (!ended) {
          all.add(line);
        }
      }

      private static String text(StreamRecord<?> record, RowData.FieldGetter[] getters) {
        if (!(record.getValue() instanceof RowData row)) {
          return "?";
        }
        StringBuilder text = new StringBuilder(row.getRowKind().shortString());
        for (RowData.FieldGetter getter : getters) {
          text.append(' ').append(getter.getFieldOrNull(row));
        }
        // Digits below a millisecond are kept until Flink first serializes a row, which is not
        // here.
        return text.toString().replaceAll("(\\.\\d{3})\\d+", "$1");
      }

      @Override
      public void beforeRecord(int input, StreamRecord<?> record) {
        call("gets " + text(record, in));
      }

      @Override
      public void afterRecord(int input, StreamRecord<?> record) {
        if (!ended) {
          all.add(node + " has handled it");
        }
      }

      @Override
      public void beforeWatermark(int input, Watermark watermark) {
        call("gets " + watermark);
      }

      @Override
      public void afterWatermark(int input, Watermark watermark) {
        if (watermark.getTimestamp() != Long.MAX_VALUE) {
          call("has handled " + watermark);
        }
      }

      @Override
      public void emits(OutputTag<?> tag, StreamRecord<?> record) {
        call("emits " + text(record, out));
      }

      @Override
      public void emitted() {
        if (!ended) {
          all.add(node + " has emitted");
        }
      }

      @Override
      public void emitsWatermark(Watermark watermark) {
        call("emits " + watermark);
        ended |= watermark.getTimestamp() == Long.MAX_VALUE;
      }

      @Override
      public void begin(Batch scanned) {
        turns++;
      }

      @Override
      public void at(int row) {}

      @Override
      public void rest() {}
    }
  }
}
