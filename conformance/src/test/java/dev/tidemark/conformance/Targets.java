package dev.tidemark.conformance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ServiceLoader;
import org.apache.flink.core.execution.PipelineExecutorFactory;

/** The two sides of every comparison, as values of {@code execution.target}. */
final class Targets {

  /** The side that defines what is right. */
  static final String FLINK = SharedCluster.NAME;

  /** The side under test; {@code -Dconformance.target} puts another one in its place. */
  static final String SUBJECT = System.getProperty("conformance.target", "tidemark");

  private Targets() {}

  /** Aborts the calling test where nothing on the class path offers {@link #SUBJECT}. */
  static void assumeSubject() {
    boolean found =
        ServiceLoader.load(PipelineExecutorFactory.class).stream()
            .anyMatch(factory -> SUBJECT.equals(factory.get().getName()));
    assumeTrue(found, () -> "no factory for the target " + SUBJECT);
  }
}
