package dev.tidemark.cli.plans;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.catalog.FunctionCatalog;
import org.apache.flink.table.delegation.Executor;
import org.apache.flink.table.module.ModuleManager;
import org.apache.flink.table.planner.delegation.BatchPlanner;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.delegation.StreamPlanner;
import org.apache.flink.table.planner.plan.nodes.exec.processor.ExecNodeGraphProcessor;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/** Flink's own planners, which tell a listener what they have made. */
@SuppressWarnings("overrides") // Scala's varargs are arrays to javac, in Flink's classes
public final class ListeningPlanner {

  private ListeningPlanner() {}

  /**
   * A planner as DefaultPlannerFactory makes it.
   *
   * @param streaming whether for streaming, else for batch
   */
  public static PlannerBase create(
      boolean streaming,
      Executor executor,
      TableConfig config,
      ModuleManager modules,
      FunctionCatalog functions,
      CatalogManager catalogs,
      ClassLoader classLoader,
      PlanListener listener) {
    return streaming
        ? new Streaming(executor, config, modules, functions, catalogs, classLoader, listener)
        : new Batch(executor, config, modules, functions, catalogs, classLoader, listener);
  }

  /** Puts the listener before Flink's own processors, while nodes still pair with relations. */
  private static Seq<ExecNodeGraphProcessor> before(
      List<RelNode> optimized,
      Seq<ExecNodeGraphProcessor> own,
      PlannerBase planner,
      PlanListener listener) {
    List<ExecNodeGraphProcessor> processors = new ArrayList<>();
    processors.add(
        (graph, context) -> {
          listener.planned(
              DeclaredPlans.read(optimized, graph, planner.getTableConfig().getLocalTimeZone()));
          return graph;
        });
    processors.addAll(JavaConverters.seqAsJavaList(own));
    return JavaConverters.asScalaBuffer(processors);
  }

  private static final class Streaming extends StreamPlanner {

    private final PlanListener listener;
    private List<RelNode> optimized = List.of();

    Streaming(
        Executor executor,
        TableConfig config,
        ModuleManager modules,
        FunctionCatalog functions,
        CatalogManager catalogs,
        ClassLoader classLoader,
        PlanListener listener) {
      super(executor, config, modules, functions, catalogs, classLoader);
      this.listener = listener;
    }

    @Override
    public Seq<RelNode> optimize(Seq<RelNode> queries) {
      try {
        Seq<RelNode> plans = super.optimize(queries);
        optimized = JavaConverters.seqAsJavaList(plans);
        return plans;
      } catch (RuntimeException e) {
        for (RelNode query : JavaConverters.seqAsJavaList(queries)) {
          listener.refused(e, query, super::optimize);
        }
        throw e;
      }
    }

    @Override
    public Seq<ExecNodeGraphProcessor> getExecNodeGraphProcessors() {
      return before(optimized, super.getExecNodeGraphProcessors(), this, listener);
    }
  }

  private static final class Batch extends BatchPlanner {

    private final PlanListener listener;
    private List<RelNode> optimized = List.of();

    Batch(
        Executor executor,
        TableConfig config,
        ModuleManager modules,
        FunctionCatalog functions,
        CatalogManager catalogs,
        ClassLoader classLoader,
        PlanListener listener) {
      super(executor, config, modules, functions, catalogs, classLoader);
      this.listener = listener;
    }

    @Override
    public Seq<RelNode> optimize(Seq<RelNode> queries) {
      Seq<RelNode> plans = super.optimize(queries);
      optimized = JavaConverters.seqAsJavaList(plans);
      return plans;
    }

    @Override
    public Seq<ExecNodeGraphProcessor> getExecNodeGraphProcessors() {
      return before(optimized, super.getExecNodeGraphProcessors(), this, listener);
    }
  }
}
