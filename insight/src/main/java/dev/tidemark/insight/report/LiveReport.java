package dev.tidemark.insight.report;

import dev.tidemark.insight.ledger.DropJson;
import dev.tidemark.insight.ledger.Ledger;
import dev.tidemark.insight.run.HeldBack;
import dev.tidemark.insight.run.NodePosition;
import dev.tidemark.insight.run.RunContext;
import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.run.SourceRow;
import dev.tidemark.insight.sweep.FirstPass;
import dev.tidemark.runtime.plan.PlanNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** What {@link ReportFile} would say of a run, while it goes on and right after its end. */
public final class LiveReport {
  /** A run that goes on is shown several times a second. */
  private static final ReportSize WHILE_RUNNING =
      new ReportSize(100, 200, ReportSize.FULL.points());

  /** A browser asks for all statements of a script at once. */
  private static final ReportSize WHEN_OVER = new ReportSize(400, 1_000, ReportSize.FULL.points());

  private LiveReport() {}

  /**
   * A run that goes on, as far as it has come. To be called while it stands still.
   *
   * @param statement which statement it is
   * @param waits whether there is time to read the rows that are shown from their files, and to
   *     work out what other delays would have lost so far
   */
  public static ObjectNode running(String statement, RunInsight run, boolean waits) {
    FirstPass sweep = waits ? new FirstPass(0, statement, run) : null;
    ObjectNode node = new StatementReport(statement, run, sweep, waits).json(WHILE_RUNNING);
    node.put("conclusion", soFar(run));
    if (sweep != null) {
      node.put("writes", sweep.writes());
    }
    node.set("watermarks", watermarks(run));
    return node;
  }

  /** A run that is over. */
  public static ObjectNode over(String statement, RunInsight run, FirstPass sweep) {
    ObjectNode node = new StatementReport(statement, run, sweep).json(WHEN_OVER);
    node.set("watermarks", watermarks(run));
    node.put("writes", sweep.writes());
    return node;
  }

  private static String soFar(RunInsight run) {
    long rows =
        run.plan().nodes().stream()
            .filter(PlanNode::isSource)
            .mapToLong(source -> run.context().rowsOf(source.index()))
            .sum();
    Ledger ledger = run.ledger();
    String lost =
        ledger.accounts().isEmpty()
            ? ""
            : ", " + ledger.droppedWhole() + " dropped, " + partly(ledger) + " lost in part";
    return rows + (rows == 1 ? " row" : " rows") + " read so far" + lost + ".";
  }

  private static long partly(Ledger ledger) {
    return ledger.lostRows().any() - ledger.lostRows().whole();
  }

  /** Where event time stands at each operator, and which source holds it back. */
  private static ArrayNode watermarks(RunInsight run) {
    ArrayNode all = DropJson.object().putArray("watermarks");
    for (PlanNode node : run.plan().nodes()) {
      if (run.context().position(node) != null) {
        all.add(watermark(run, node));
      }
    }
    return all;
  }

  private static ObjectNode watermark(RunInsight run, PlanNode node) {
    RunContext context = run.context();
    // What makes watermarks gets none.
    NodePosition position =
        run.delays().isGenerator(node) ? context.emitted(node) : context.position(node);
    ObjectNode json = DropJson.object();
    json.put("operator", context.name(node));
    json.put("watermark", StatementReport.shown(position.watermark()));
    json.put("atEnd", position.watermark() == Long.MAX_VALUE);
    SourceRow setBy = position.setBy();
    if (setBy != null) {
      json.put("setBy", setBy.ordinal());
    }
    String heldBackBy = HeldBack.at(node, context);
    if (heldBackBy != null) {
      json.put("heldBackBy", heldBackBy);
    }
    return json;
  }
}
