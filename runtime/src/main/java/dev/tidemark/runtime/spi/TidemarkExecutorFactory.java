package dev.tidemark.runtime.spi;

import dev.tidemark.runtime.TidemarkOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.core.execution.PipelineExecutor;
import org.apache.flink.core.execution.PipelineExecutorFactory;

/** Makes {@code execution.target: tidemark} known to Flink, by its service loader. */
public final class TidemarkExecutorFactory implements PipelineExecutorFactory {
  @Override
  public String getName() {
    return TidemarkOptions.TARGET;
  }

  @Override
  public boolean isCompatibleWith(Configuration configuration) {
    return TidemarkOptions.TARGET.equalsIgnoreCase(configuration.get(DeploymentOptions.TARGET));
  }

  @Override
  public PipelineExecutor getExecutor(Configuration configuration) {
    return new TidemarkExecutor(configuration);
  }
}
