package dev.tidemark.cli;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A program as people write them, put into a jar by the tests. */
public final class SampleProgram {

  private SampleProgram() {}

  /** Doubles the numbers given; fails as told. */
  public static void main(String[] args) throws Exception {
    if (args.length > 0 && args[0].equals("throw")) {
      throw new IllegalStateException("thrown by main");
    }
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    var results =
        environment
            .fromData(args)
            .map(number -> 2 * Integer.parseInt(number))
            .executeAndCollect("doubled");
    StringBuilder line = new StringBuilder();
    try (results) {
      results.forEachRemaining(number -> line.append(number).append(' '));
    }
    SampleOutput.last = line.toString().trim();
    environment.fromData(1, 2).print();
    environment.executeAsync();
  }
}
