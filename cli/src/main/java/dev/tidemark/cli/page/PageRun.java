package dev.tidemark.cli.page;

import dev.tidemark.insight.live.Pace;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** Something that runs for the page, row by row. */
interface PageRun {

  /** Its number on the page, from 1. */
  int number();

  /** Begins; returns at once. */
  void start();

  /** Has it go on in another way. */
  void go(Pace.Mode mode);

  /** Ends it before its end. */
  void stop();

  /** Whether it waits for somebody: for a click, or for a line. */
  boolean waits();

  /** Says something among the run's messages. */
  void say(String message);

  /** Whether it has come to an end. */
  boolean isOver();

  /** A number that grows whenever there is something new to be seen. */
  long changes();

  /** What the list of runs says of it. */
  ObjectNode summary();

  /** Everything that can be seen of it. */
  ObjectNode json();

  /**
   * Sends lines to it, as if somebody typed them.
   *
   * @return false if it reads none, or no more
   */
  default boolean type(String lines) {
    return false;
  }

  /** Nobody types any more. */
  default void endInput() {}

  /** Nobody looks at it any more: what it holds is let go. */
  default void forget() {}
}
