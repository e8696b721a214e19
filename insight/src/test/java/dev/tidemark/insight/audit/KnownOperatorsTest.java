package dev.tidemark.insight.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.table.runtime.operators.TableStreamOperator;
import org.junit.jupiter.api.Test;

/** Every operator of SQL has been read: it is audited, known to drop nothing, or not audited. */
class KnownOperatorsTest {
  /** Audited too: the same operators over asynchronous state, see AsyncStateAuditTest. */
  private static final Set<String> ASYNCHRONOUS =
      Set.of(
          "join.window.asyncprocessing.AsyncStateWindowJoinOperator",
          "window.async.tvf.common.AsyncStateWindowAggOperator");

  private static final Set<String> AUDITED =
      Set.of(
          "aggregate.window.LocalSlicingWindowAggOperator",
          // Goes by its function.
          "join.KeyedCoProcessOperatorWithWatermarkDelay",
          "join.window.WindowJoinOperator",
          "process.ProcessRowTableOperator",
          "process.ProcessSetTableOperator",
          "sort.RowTimeSortOperator",
          "window.groupwindow.operator.AggregateWindowOperator",
          "window.groupwindow.operator.TableAggregateWindowOperator",
          "window.tvf.common.WindowAggOperator",
          "window.tvf.operator.AlignedWindowTableFunctionOperator",
          "window.tvf.operator.UnalignedWindowTableFunctionOperator");

  @Test
  void noOperatorOfSqlIsForgotten() throws Exception {
    Set<String> unknown = new TreeSet<>();
    for (Class<?> operator : operators()) {
      if (!KnownOperators.dropsNothing(operator.getName())) {
        unknown.add(
            operator.getName().substring("org.apache.flink.table.runtime.operators.".length()));
      }
    }
    Set<String> expected = new TreeSet<>(ASYNCHRONOUS);
    expected.addAll(AUDITED);
    assertThat(unknown).isEqualTo(expected);
  }

  /** The instantiable operators in the jar of Flink's table runtime. */
  private static Set<Class<?>> operators() throws IOException, URISyntaxException {
    File jar =
        new File(
            TableStreamOperator.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (JarFile file = new JarFile(jar)) {
      return file.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.startsWith("org/apache/flink/table/runtime/operators/"))
          .filter(name -> name.endsWith(".class"))
          .map(name -> load(name.substring(0, name.length() - 6).replace('/', '.')))
          .filter(type -> StreamOperator.class.isAssignableFrom(type))
          .filter(type -> !java.lang.reflect.Modifier.isAbstract(type.getModifiers()))
          .collect(Collectors.toSet());
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, KnownOperatorsTest.class.getClassLoader());
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      return Object.class;
    }
  }

  @Test
  void functionsThatLookAtTimeAreNotTakenForHarmless() {
    String operators = "org.apache.flink.table.runtime.operators.";
    assertThat(KnownOperators.functionDropsNothing(operators + "aggregate.GroupAggFunction"))
        .isTrue();
    assertThat(
            KnownOperators.functionDropsNothing(
                operators + "deduplicate.RowTimeDeduplicateFunction"))
        .isTrue();
    for (String dropping :
        new String[] {
          "deduplicate.RowTimeDeduplicateKeepFirstRowFunction",
          "over.RowTimeRowsBoundedPrecedingFunction",
          "over.RowTimeUnboundedPrecedingOverFunctionV2",
          "join.interval.RowTimeIntervalJoin"
        }) {
      assertThat(KnownOperators.functionDropsNothing(operators + dropping)).as(dropping).isFalse();
    }
  }
}
