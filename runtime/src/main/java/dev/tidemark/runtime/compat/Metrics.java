package dev.tidemark.runtime.compat;

import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.groups.AbstractMetricGroup;
import org.apache.flink.runtime.metrics.groups.ProxyMetricGroup;

/** The metrics that an operator has registered. */
public final class Metrics {
  private Metrics() {}

  /** A counter by its name; null if the group has none of that name. */
  public static Counter counter(MetricGroup group, String name) {
    return metric(group, name) instanceof Counter counter ? counter : null;
  }

  /** What a gauge by its name shows; null if the group has none of that name. */
  public static Object gauge(MetricGroup group, String name) {
    return metric(group, name) instanceof Gauge<?> gauge ? gauge.getValue() : null;
  }

  private static Metric metric(MetricGroup group, String name) {
    MetricGroup found = group;
    while (found instanceof ProxyMetricGroup<?> proxy) {
      found = (MetricGroup) FlinkFields.read(ProxyMetricGroup.class, "parentMetricGroup", proxy);
    }
    if (!(found instanceof AbstractMetricGroup<?> registered)) {
      return null;
    }
    @SuppressWarnings("unchecked")
    Map<String, Metric> metrics =
        (Map<String, Metric>) FlinkFields.read(AbstractMetricGroup.class, "metrics", registered);
    return metrics.get(name);
  }
}
