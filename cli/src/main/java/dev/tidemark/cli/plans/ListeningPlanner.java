package dev.tidemark.cli.plans;

import dev.tidemark.columnar.plan.ColumnarPlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.ExplainFormat;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.catalog.FunctionCatalog;
import org.apache.flink.table.delegation.Executor;
import org.apache.flink.table.module.ModuleManager;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.planner.delegation.BatchPlanner;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;
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
    Teller teller = new Teller(listener);
    return streaming
        ? new Stream(executor, config, modules, functions, catalogs, classLoader, teller)
        : new Batch(executor, config, modules, functions, catalogs, classLoader, teller);
  }

  /** What both planners do when they have somebody to tell. */
  private static final class Teller {

    private final PlanListener listener;
    private List<RelNode> optimized = List.of();

    Teller(PlanListener listener) {
      this.listener = listener;
    }

    Seq<RelNode> optimize(
        Seq<RelNode> queries, UnaryOperator<Seq<RelNode>> own, PlanListener.SubPlanner parts) {
      try {
        Seq<RelNode> plans = own.apply(queries);
        optimized = JavaConverters.seqAsJavaList(plans);
        return plans;
      } catch (RuntimeException e) {
        for (RelNode query : JavaConverters.seqAsJavaList(queries)) {
          listener.refused(e, query, parts);
        }
        throw e;
      }
    }

    void running(ExecNodeGraph graph, PlannerBase planner) {
      listener.running(graph, planner);
    }

    /** Puts the listener before Flink's own processors, while nodes still pair with relations. */
    Seq<ExecNodeGraphProcessor> processors(Seq<ExecNodeGraphProcessor> own, TableConfig config) {
      List<ExecNodeGraphProcessor> processors = new ArrayList<>();
      processors.add(
          (graph, context) -> {
            listener.planned(new OptimizedPlan(optimized, graph, config.getLocalTimeZone()));
            return graph;
          });
      processors.addAll(JavaConverters.seqAsJavaList(own));
      return JavaConverters.asScalaBuffer(processors);
    }
  }

  private static final class Stream extends ColumnarPlanner {

    private final Teller teller;

    Stream(
        Executor executor,
        TableConfig config,
        ModuleManager modules,
        FunctionCatalog functions,
        CatalogManager catalogs,
        ClassLoader classLoader,
        Teller teller) {
      super(executor, config, modules, functions, catalogs, classLoader);
      this.teller = teller;
    }

    @Override
    protected void aboutToRun(ExecNodeGraph graph) {
      teller.running(graph, this);
    }

    @Override
    public Seq<RelNode> optimize(Seq<RelNode> queries) {
      return teller.optimize(queries, super::optimize, super::optimize);
    }

    @Override
    public Seq<ExecNodeGraphProcessor> getExecNodeGraphProcessors() {
      return teller.processors(super.getExecNodeGraphProcessors(), getTableConfig());
    }
  }

  private static final class Batch extends BatchPlanner {

    private final Teller teller;
    private boolean explains;

    Batch(
        Executor executor,
        TableConfig config,
        ModuleManager modules,
        FunctionCatalog functions,
        CatalogManager catalogs,
        ClassLoader classLoader,
        Teller teller) {
      super(executor, config, modules, functions, catalogs, classLoader);
      this.teller = teller;
    }

    @Override
    public List<Transformation<?>> translateToPlan(ExecNodeGraph graph) {
      if (!explains) {
        teller.running(graph, this);
      }
      return super.translateToPlan(graph);
    }

    @Override
    public String explain(
        List<Operation> operations, ExplainFormat format, Seq<ExplainDetail> details) {
      explains = true;
      try {
        return super.explain(operations, format, details);
      } finally {
        explains = false;
      }
    }

    @Override
    public Seq<RelNode> optimize(Seq<RelNode> queries) {
      return teller.optimize(queries, super::optimize, super::optimize);
    }

    @Override
    public Seq<ExecNodeGraphProcessor> getExecNodeGraphProcessors() {
      return teller.processors(super.getExecNodeGraphProcessors(), getTableConfig());
    }
  }
}
