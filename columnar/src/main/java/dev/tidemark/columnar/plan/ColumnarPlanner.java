package dev.tidemark.columnar.plan;

import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.ExplainFormat;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.catalog.FunctionCatalog;
import org.apache.flink.table.delegation.Executor;
import org.apache.flink.table.delegation.InternalPlan;
import org.apache.flink.table.module.ModuleManager;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.planner.delegation.StreamPlanner;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/**
 * Flink's planner for streams, which lets the columnar rewriter have its turn when a plan is to
 * run. What EXPLAIN shows stays Flink's own.
 */
@SuppressWarnings("overrides") // Scala's varargs are arrays to javac, in Flink's classes
public class ColumnarPlanner extends StreamPlanner {
  private boolean explains;

  public ColumnarPlanner(
      Executor executor,
      TableConfig config,
      ModuleManager modules,
      FunctionCatalog functions,
      CatalogManager catalogs,
      ClassLoader classLoader) {
    super(executor, config, modules, functions, catalogs, classLoader);
  }

  @Override
  public List<Transformation<?>> translateToPlan(ExecNodeGraph graph) {
    if (explains) {
      return super.translateToPlan(graph);
    }
    aboutToRun(graph);
    ColumnarRewriter rewriter = ColumnarRewriter.rewrite(graph, this);
    List<Transformation<?>> job = super.translateToPlan(graph);
    rewriter.finish(job);
    return job;
  }

  /** What becomes of the plan of a query or of inserts; nothing runs. */
  public ColumnarPlan columnarPlan(List<ModifyOperation> operations) {
    List<RelNode> relations = operations.stream().map(this::translateToRel).toList();
    ExecNodeGraph graph =
        translateToExecNodeGraph(optimize(JavaConverters.asScalaBuffer(relations)), false);
    return ColumnarRewriter.explain(graph, this);
  }

  /** Called with every plan that is to run, as Flink has made it. */
  protected void aboutToRun(ExecNodeGraph graph) {}

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
  public String explainPlan(InternalPlan plan, Seq<ExplainDetail> details) {
    explains = true;
    try {
      return super.explainPlan(plan, details);
    } finally {
      explains = false;
    }
  }
}
