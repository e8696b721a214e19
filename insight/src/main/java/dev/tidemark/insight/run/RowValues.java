package dev.tidemark.insight.run;

import dev.tidemark.runtime.compat.RowTypes;
import dev.tidemark.runtime.observe.ObservedNode;
import dev.tidemark.runtime.plan.PlanNode;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.util.RowDataUtil;
import org.apache.flink.table.types.logical.LogicalType;

/** Rows as texts by column. */
public final class RowValues {
  private static final String WHOLE = "value";

  private final Supplier<List<PlanNode>> plan;
  private final Map<Integer, Columns> sources = new HashMap<>();
  private final Map<List<Integer>, Columns> inputs = new HashMap<>();

  private record Columns(
      List<String> names, List<RowData.FieldGetter> getters, TypeSerializer<?> serializer) {

    boolean fit(RowData row) {
      return !names.isEmpty() && names.size() == row.getArity();
    }

    @SuppressWarnings("unchecked")
    RowData copy(RowData row) {
      return ((TypeSerializer<RowData>) serializer).copy(row);
    }
  }

  /** A row whose texts are made when somebody reads them, which is seldom. */
  private static final class Texts extends AbstractMap<String, String> {
    private final Columns columns;
    private final RowData row;
    private Map<String, String> texts;

    Texts(Columns columns, RowData row) {
      this.columns = columns;
      this.row = row;
    }

    @Override
    public synchronized Set<Entry<String, String>> entrySet() {
      if (texts == null) {
        texts = read(columns, row);
      }
      return texts.entrySet();
    }
  }

  RowValues(Supplier<List<PlanNode>> plan) {
    this.plan = plan;
  }

  /** What a source emitted. */
  public Map<String, String> ofSource(int source, Object value) {
    if (!(value instanceof RowData row)) {
      return Map.of(WHOLE, String.valueOf(value));
    }
    Columns columns = sources.computeIfAbsent(source, this::sourceColumns);
    return columns.fit(row) ? new Texts(columns, columns.copy(row)) : read(columns, row);
  }

  /** The columns of what a source emits; empty if they are not known before its first row. */
  public List<String> columnsOf(int source) {
    return sources.computeIfAbsent(source, this::sourceColumns).names;
  }

  /** What an operator got at one of its inputs; a row that takes back another one says so. */
  public Map<String, String> of(ObservedNode node, int input, Object value) {
    if (!(value instanceof RowData row)) {
      return Map.of(WHOLE, String.valueOf(value));
    }
    Columns columns =
        inputs.computeIfAbsent(
            List.of(node.plan().index(), input), i -> inputColumns(node.plan(), input));
    Map<String, String> values = new LinkedHashMap<>();
    if (RowDataUtil.isRetractMsg(row)) {
      values.put("op", row.getRowKind().shortString());
    }
    values.putAll(read(columns, row));
    return values;
  }

  private Columns sourceColumns(int index) {
    PlanNode node = plan.get().get(index);
    String fields =
        node.description() == null ? null : OperatorNames.field(node.description(), "fields");
    return columns(
        node.config().getTypeSerializerOut(loader()),
        fields == null ? List.of() : List.of(fields.split(", ")));
  }

  private Columns inputColumns(PlanNode node, int input) {
    return columns(
        node.config().getTypeSerializerIn(input, loader()),
        ColumnNames.ofInput(plan.get(), node, input));
  }

  private static ClassLoader loader() {
    return Thread.currentThread().getContextClassLoader();
  }

  private static Columns columns(TypeSerializer<?> serializer, List<String> names) {
    LogicalType[] types = RowTypes.of(serializer);
    if (types == null) {
      return new Columns(List.of(), List.of(), serializer);
    }
    List<String> known = new ArrayList<>();
    List<RowData.FieldGetter> getters = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      known.add(names.size() == types.length ? names.get(i) : "f" + i);
      getters.add(RowData.createFieldGetter(types[i], i));
    }
    return new Columns(known, getters, serializer);
  }

  private static Map<String, String> read(Columns columns, RowData row) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < columns.names.size() && i < row.getArity(); i++) {
      Object value = columns.getters.get(i).getFieldOrNull(row);
      values.put(columns.names.get(i), value == null ? null : text(value));
    }
    return values;
  }

  private static String text(Object value) {
    return value instanceof TimestampData time
        ? time.toString().replace('T', ' ')
        : String.valueOf(value);
  }
}
