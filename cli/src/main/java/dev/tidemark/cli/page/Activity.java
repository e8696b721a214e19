package dev.tidemark.cli.page;

import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** What goes on in the server besides the page's own runs. */
@FunctionalInterface
public interface Activity {

  /** Adds what there is to a list of the page. */
  void write(ObjectNode node);
}
