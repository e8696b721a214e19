package org.apache.flink.client.deployment.executors;

import dev.tidemark.conformance.flinktests.TargetExecutor;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.core.execution.PipelineExecutor;
import org.apache.flink.core.execution.PipelineExecutorFactory;

/**
 * Hides Flink's class of the same name: tests that ask for a local environment use the target under
 * test as well.
 */
public class LocalExecutorFactory implements PipelineExecutorFactory {
  private static final String NAME = "local";

  @Override
  public String getName() {
    return NAME;
  }

  @Override
  public boolean isCompatibleWith(Configuration configuration) {
    return NAME.equalsIgnoreCase(configuration.get(DeploymentOptions.TARGET));
  }

  @Override
  public PipelineExecutor getExecutor(Configuration configuration) {
    return new TargetExecutor(NAME, new Configuration()).getExecutor(configuration);
  }
}
