package dev.tidemark.runtime;

import static dev.tidemark.runtime.Programs.batch;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.Map;
import org.apache.flink.shaded.guava33.com.google.common.cache.Cache;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.runtime.generated.CompileUtils;
import org.junit.jupiter.api.Test;

/** What stays of a query's generated classes when it comes again and again. */
class GeneratedClassesTest {

  private static final String QUERY =
      "INSERT INTO nowhere SELECT a, COUNT(*), SUM(b), MAX(c)"
          + " FROM (VALUES (1, 2, 'x'), (1, 3, 'y'), (2, 4, 'z')) AS t(a, b, c) GROUP BY a";

  @Test
  void repeatedQueriesKeepNoMore() throws Exception {
    assertKeepsNoMore(batch(Map.of()));
  }

  @Test
  void neitherDoThoseWithSplitCodeWhoseNamesAreNewEachTime() throws Exception {
    assertKeepsNoMore(batch(Map.of("table.generated-code.max-length", "1")));
  }

  private static void assertKeepsNoMore(TableEnvironment env) throws Exception {
    env.executeSql(
        "CREATE TABLE nowhere (a INT, n BIGINT, b INT, c STRING) WITH ('connector' = 'blackhole')");
    env.executeSql(QUERY).await();
    long kept = kept();
    assertThat(kept).isPositive();
    for (int i = 0; i < 3; i++) {
      env.executeSql(QUERY).await();
      assertThat(kept()).isEqualTo(kept);
    }
  }

  private static long kept() throws ReflectiveOperationException {
    Field cache = CompileUtils.class.getDeclaredField("COMPILED_CLASS_CACHE");
    cache.setAccessible(true);
    return ((Cache<?, ?>) cache.get(null)).asMap().size();
  }
}
