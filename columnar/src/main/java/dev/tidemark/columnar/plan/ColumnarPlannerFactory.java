package dev.tidemark.columnar.plan;

import java.util.Set;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.table.delegation.Planner;
import org.apache.flink.table.delegation.PlannerFactory;
import org.apache.flink.table.planner.delegation.DefaultPlannerFactory;

/**
 * Makes planners as Flink's DefaultPlannerFactory does, with the columnar rewriter in those for
 * streams. Both go by the same name, so only one of them may be found: see {@link
 * ColumnarServices}.
 */
public final class ColumnarPlannerFactory implements PlannerFactory {

  @Override
  public String factoryIdentifier() {
    return DEFAULT_IDENTIFIER;
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of();
  }

  @Override
  public Planner create(Context context) {
    RuntimeExecutionMode mode = context.getTableConfig().get(ExecutionOptions.RUNTIME_MODE);
    if (mode != RuntimeExecutionMode.STREAMING) {
      return new DefaultPlannerFactory().create(context);
    }
    return new ColumnarPlanner(
        context.getExecutor(),
        context.getTableConfig(),
        context.getModuleManager(),
        context.getFunctionCatalog(),
        context.getCatalogManager(),
        context.getClassLoader());
  }
}
