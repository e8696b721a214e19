package dev.tidemark.columnar.source;

import dev.tidemark.columnar.csv.CsvScan;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.transformations.LegacySourceTransformation;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.delegation.Planner;
import org.apache.flink.table.operations.CollectModifyOperation;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.operations.QueryOperation;

/** What the planner makes of a query's scan. */
public final class Scans {
  private Scans() {}

  /** The scan of the only source of {@code INSERT INTO …}. */
  public static CsvScan of(TableEnvironment environment, String insert) {
    Planner planner = ((TableEnvironmentImpl) environment).getPlanner();
    ModifyOperation operation = (ModifyOperation) planner.getParser().parse(insert).get(0);
    for (Transformation<?> sink : planner.translate(List.of(operation))) {
      for (Transformation<?> each : sink.getTransitivePredecessors()) {
        if (each instanceof LegacySourceTransformation<?> source
            && source.getOperator() instanceof ColumnarSource columnar) {
          return columnar.spec().scan();
        }
      }
    }
    throw new IllegalStateException("the scan is not columnar: " + insert);
  }

  /** What the columnar sources of a query are called: the nodes that they stand for. */
  public static List<String> names(TableEnvironment environment, String query) {
    Planner planner = ((TableEnvironmentImpl) environment).getPlanner();
    QueryOperation operation = (QueryOperation) planner.getParser().parse(query).get(0);
    List<String> names = new ArrayList<>();
    for (Transformation<?> sink :
        planner.translate(List.of(new CollectModifyOperation(operation)))) {
      for (Transformation<?> each : sink.getTransitivePredecessors()) {
        if (each instanceof LegacySourceTransformation<?> source
            && source.getOperator() instanceof ColumnarSource) {
          names.add(source.getDescription());
        }
      }
    }
    return names;
  }
}
