package dev.tidemark.cli.inspect;

import dev.tidemark.cli.CliStreams;
import dev.tidemark.cli.errors.Position;
import dev.tidemark.cli.plans.OptimizedPlan;
import dev.tidemark.cli.plans.PlanListener;
import dev.tidemark.cli.plans.PlannedOnly;
import dev.tidemark.cli.rows.RowFormat;
import dev.tidemark.cli.sql.Inspection;
import dev.tidemark.columnar.plan.ColumnarPlan;
import dev.tidemark.columnar.plan.ColumnarRewriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonGenerator;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;

/** Prints for each statement that would run a query which nodes of its plan run in columns. */
public final class ExplainInspection implements Inspection {
  private static final String SCHEMA = "tidemark.explain/1";

  private final PrintWriter out;
  private final JsonDocument json;

  /** The plans of the statement that is on its way, made on the thread that plans. */
  private final List<ColumnarPlan> plans = new ArrayList<>();

  private boolean first = true;

  /**
   * @param format JSON or text
   */
  public ExplainInspection(CliStreams streams, RowFormat format) {
    this.out = streams.outWriter();
    this.json = format == RowFormat.JSON ? new JsonDocument(out, SCHEMA) : null;
  }

  @Override
  public boolean runsJobs() {
    return false;
  }

  @Override
  public String observer() {
    throw new IllegalStateException("no job runs");
  }

  @Override
  public boolean printsResults() {
    return false;
  }

  @Override
  public Optional<PlanListener> planListener() {
    return Optional.of(new Listener());
  }

  private final class Listener implements PlanListener {
    @Override
    public void planned(OptimizedPlan plan) {}

    @Override
    public void running(ExecNodeGraph graph, PlannerBase planner) {
      ColumnarPlan plan = ColumnarRewriter.explain(graph, planner);
      synchronized (plans) {
        plans.add(plan);
      }
      throw new PlannedOnly();
    }
  }

  @Override
  public void over(Position statement) {
    List<ColumnarPlan> made;
    synchronized (plans) {
      made = List.copyOf(plans);
      plans.clear();
    }
    for (ColumnarPlan plan : made) {
      if (json == null) {
        out.print((first ? "" : "\n") + statement + "\n" + ColumnarPlanText.of(plan));
        first = false;
      } else {
        json.add(
            fields -> {
              fields.writeStringField("statement", statement.toString());
              write(plan, fields);
            });
      }
    }
    out.flush();
  }

  private static void write(ColumnarPlan plan, JsonGenerator fields) throws IOException {
    fields.writeNumberField("columnar_nodes", plan.columnarNodes());
    fields.writeStringField("obstacle", plan.obstacle());
    fields.writeArrayFieldStart("nodes");
    for (ColumnarPlan.Node node : plan.nodes()) {
      fields.writeStartObject();
      fields.writeNumberField("id", node.id());
      fields.writeStringField("description", node.description());
      fields.writeFieldName("inputs");
      fields.writeArray(
          node.inputs().stream().mapToInt(Integer::intValue).toArray(), 0, node.inputs().size());
      fields.writeBooleanField("columnar", node.columnar());
      fields.writeStringField("reason", node.reason());
      fields.writeEndObject();
    }
    fields.writeEndArray();
  }

  @Override
  public int exitCode(int code) {
    if (json != null) {
      json.end();
    }
    out.flush();
    return code;
  }

  @Override
  public void close() {}
}
