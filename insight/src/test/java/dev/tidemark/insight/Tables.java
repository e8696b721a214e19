package dev.tidemark.insight;

import dev.tidemark.columnar.plan.ColumnarServices;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;

/** Table environments for streams whose plans run in columns where they can. */
public final class Tables {
  private Tables() {}

  /** One with these settings. */
  public static TableEnvironment of(Configuration configuration) {
    return ColumnarServices.within(
        () ->
            TableEnvironment.create(
                EnvironmentSettings.newInstance()
                    .inStreamingMode()
                    .withConfiguration(configuration)
                    .build()));
  }
}
