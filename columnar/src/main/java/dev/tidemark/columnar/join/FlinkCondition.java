package dev.tidemark.columnar.join;

import dev.tidemark.columnar.op.StageContext;
import dev.tidemark.columnar.state.StoredRow;
import java.io.Serializable;
import org.apache.flink.api.common.functions.DefaultOpenContext;
import org.apache.flink.table.runtime.generated.GeneratedJoinCondition;
import org.apache.flink.table.runtime.generated.JoinCondition;

/**
 * What else has to be true of two rows with equal keys: Flink's generated code decides.
 *
 * @param code null if nothing else has to be
 */
public record FlinkCondition(GeneratedJoinCondition code) implements Serializable {

  Running start(StageContext context) throws Exception {
    if (code == null) {
      return new Running(null);
    }
    JoinCondition condition = code.newInstance(context.functions().getUserCodeClassLoader());
    condition.setRuntimeContext(context.functions());
    condition.open(DefaultOpenContext.INSTANCE);
    context.closing().add(condition::close);
    return new Running(condition);
  }

  /** The code at work. */
  record Running(JoinCondition condition) {
    boolean holds(StoredRow left, StoredRow right) {
      return condition.apply(left, right);
    }

    boolean isAlwaysTrue() {
      return condition == null;
    }
  }
}
