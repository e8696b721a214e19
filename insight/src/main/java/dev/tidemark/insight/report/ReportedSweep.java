package dev.tidemark.insight.report;

import dev.tidemark.insight.ledger.DropJson;
import dev.tidemark.insight.sweep.FirstPass;
import dev.tidemark.insight.sweep.JobSweep;
import dev.tidemark.insight.sweep.Keeping;
import dev.tidemark.insight.sweep.SweepPoint;
import dev.tidemark.insight.sweep.SweptOperator;
import java.util.OptionalLong;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** What a job would lose under other delays, as sweep.js draws it. */
final class ReportedSweep {
  private ReportedSweep() {}

  static ObjectNode json(FirstPass pass) {
    ObjectNode node = DropJson.object();
    node.put("obstacle", pass.obstacle());
    node.put("curve", pass.hasCurve());
    if (!pass.hasCurve()) {
      return node;
    }
    JobSweep job = pass.result();
    node.put("own", job.now());
    node.put("ownIsConstant", job.ownDelay().isPresent());
    ArrayNode operators = node.putArray("operators");
    job.operators().forEach(operator -> operators.add(json(operator)));
    return node;
  }

  private static ObjectNode json(SweptOperator operator) {
    ObjectNode node = DropJson.object();
    node.put("op", operator.node());
    node.put("name", operator.name());
    node.put("resolution", operator.resolution());
    put(node, "knee", operator.knee());
    put(node, "ranFrom", operator.ranFrom());
    ArrayNode points = node.putArray("points");
    for (SweepPoint point : operator.curve()) {
      points
          .addArray()
          .add(point.delay())
          .add(point.rowsIn())
          .add(point.rowsDropped())
          .add(point.contributionsLost());
    }
    ArrayNode keeps = node.putArray("keeps");
    for (Keeping keeping : operator.keeping()) {
      ObjectNode each = keeps.addObject();
      each.put("what", keeping.what());
      put(each, "delay", keeping.delay());
      each.put("exact", keeping.exact());
    }
    return node;
  }

  private static void put(ObjectNode node, String name, OptionalLong value) {
    if (value.isPresent()) {
      node.put(name, value.getAsLong());
    } else {
      node.putNull(name);
    }
  }
}
