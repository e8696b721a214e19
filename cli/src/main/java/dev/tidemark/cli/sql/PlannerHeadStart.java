package dev.tidemark.cli.sql;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.codesplit.JavaCodeSplitter;
import org.apache.flink.table.operations.CollectModifyOperation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.QueryOperation;
import org.apache.flink.table.planner.delegation.PlannerBase;
import scala.collection.JavaConverters;

/**
 * Plans a query that nobody asked for, on a thread of its own, while the session is being opened.
 * Most of a short script's time goes into the first plan: thousands of classes of Flink's planner
 * are loaded, linked and run cold. On a second processor that work starts earlier.
 *
 * <p>It stops at the optimized relational plan. The steps after that would count up identifiers
 * that Flink keeps in static fields and shows in plans (ExecNodeContext, Transformation).
 */
public final class PlannerHeadStart {

  private static final String TABLE =
      "CREATE TEMPORARY TABLE t (k STRING, v INT, ts TIMESTAMP(3),"
          + " WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)"
          + " WITH ('connector' = 'filesystem', 'path' = '/', 'format' = 'csv')";

  private static final String QUERY =
      "SELECT window_start, k, COUNT(*), SUM(v)"
          + " FROM TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE) WHERE v > 0"
          + " GROUP BY window_start, window_end, k";

  private static final AtomicBoolean BEGUN = new AtomicBoolean();

  private PlannerHeadStart() {}

  /**
   * Starts the thread, where there is a processor for it; only the first call does anything. Call
   * it after the log is set up.
   */
  public static void begin() {
    if (Runtime.getRuntime().availableProcessors() > 1 && !BEGUN.getAndSet(true)) {
      Thread thread = new Thread(PlannerHeadStart::plan, "planner-head-start");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void plan() {
    try {
      TableEnvironmentImpl environment =
          (TableEnvironmentImpl) TableEnvironment.create(EnvironmentSettings.inStreamingMode());
      environment.executeSql(TABLE);
      PlannerBase planner = (PlannerBase) environment.getPlanner();
      for (Operation operation : planner.getParser().parse(QUERY)) {
        CollectModifyOperation collect = new CollectModifyOperation((QueryOperation) operation);
        planner.optimize(JavaConverters.asScalaBuffer(List.of(planner.translateToRel(collect))));
      }
      splitCode();
    } catch (Throwable e) {
      // Nothing is lost: what is wrong here will show where it matters, in the run itself.
      return;
    }
  }

  /** Long generated code goes through a parser, whose tables are built on first use. */
  private static void splitCode() {
    StringBuilder code = new StringBuilder("public class C {\n");
    code.append("  private int a;\n  public C(Object[] r) throws Exception { a = 1; }\n");
    for (int i = 0; i < 6; i++) {
      code.append("  public Object m" + i + "(Object row) throws Exception {\n");
      code.append("    boolean isNull = row == null || false;\n    long f = -1L;\n");
      code.append("    if (!isNull) { f = ((Long) row).longValue() + 1L; }\n");
      code.append("    a = isNull ? 0 : (int) f;\n    return row;\n  }\n");
    }
    code.append("}\n");
    JavaCodeSplitter.split(code.toString(), 200, 10000);
  }
}
