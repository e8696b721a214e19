package dev.tidemark.columnar;
import java.util.*;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.internal.*;
import org.apache.flink.table.planner.delegation.PlannerBase;
final class Explain {
  public static void main(String[] a) throws Exception {
    TableEnvironmentInternal t = (TableEnvironmentInternal) Runs.environment(true, Map.of("parallelism.default", "1"));
    System.out.println(((TableEnvironmentImpl) t).getPlanner().getClass());
    System.out.println(((PlannerBase) ((TableEnvironmentImpl) t).getPlanner()).getTableConfig().get(org.apache.flink.configuration.DeploymentOptions.TARGET));
  }
}
