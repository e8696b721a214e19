package dev.tidemark.runtime.compat;

import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.apache.flink.shaded.guava33.com.google.common.cache.Cache;
import org.apache.flink.table.codesplit.CodeSplitUtil;
import org.apache.flink.table.runtime.generated.CompileUtils;

/**
 * Flink's cache of the classes that it has generated and compiled, the last 300 of this process.
 */
public final class GeneratedClasses {

  /** A name that Flink gives out when it splits long methods; it never comes again. */
  private static final Pattern SPLIT =
      Pattern.compile("(local|ReturnValue|rewrite|HasReturned)\\$|_split\\d");

  private static final AtomicLong LAST_NAME = new AtomicLong();

  private GeneratedClasses() {}

  /**
   * Lets go of classes that nobody can ask for again: those of split code, which has other names
   * each time it is generated. Who uses one keeps it.
   */
  public static void forgetUnrepeatable() {
    long name = CodeSplitUtil.getCounter().get();
    if (LAST_NAME.getAndSet(name) == name) {
      return;
    }
    Cache<?, ?> cache =
        (Cache<?, ?>) FlinkFields.read(CompileUtils.class, "COMPILED_CLASS_CACHE", null);
    cache.asMap().keySet().removeIf(key -> SPLIT.matcher(code(key)).find());
  }

  private static String code(Object key) {
    return (String) FlinkFields.read(key.getClass(), "code", key);
  }
}
