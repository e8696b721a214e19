package dev.tidemark.bench;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;

/**
 * The connector {@code tally}: a black hole that takes the full changelog (Flink's own {@code
 * blackhole} waives the -U rows) and counts rows by kind, or digests what is in them, too.
 */
public final class TallySinkFactory implements DynamicTableSinkFactory {
  private static final ConfigOption<String> NAME =
      ConfigOptions.key("name").stringType().noDefaultValue();
  private static final ConfigOption<Boolean> CONTENT =
      ConfigOptions.key("content").booleanType().defaultValue(false);

  private static final Map<String, Digest> TALLIES = new ConcurrentHashMap<>();

  /** What the sink of that name got since this was last asked; its job must be over. */
  static Digest take(String name) {
    Digest digest = TALLIES.remove(name);
    return digest == null ? Digest.EMPTY : digest;
  }

  @Override
  public String factoryIdentifier() {
    return "tally";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of(NAME);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of(CONTENT);
  }

  @Override
  public DynamicTableSink createDynamicTableSink(DynamicTableFactory.Context context) {
    FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    helper.validate();
    LogicalType[] types =
        context.getPhysicalRowDataType().getLogicalType().getChildren().toArray(LogicalType[]::new);
    return new TallySink(
        new Tally(helper.getOptions().get(NAME), helper.getOptions().get(CONTENT) ? types : null));
  }

  private record TallySink(Tally tally) implements DynamicTableSink {
    @Override
    public ChangelogMode getChangelogMode(ChangelogMode requestedMode) {
      return requestedMode;
    }

    @Override
    public SinkRuntimeProvider getSinkRuntimeProvider(DynamicTableSink.Context context) {
      return SinkV2Provider.of(tally);
    }

    @Override
    public DynamicTableSink copy() {
      return this;
    }

    @Override
    public String asSummaryString() {
      return "tally";
    }
  }

  /**
   * The sink itself.
   *
   * @param types of the columns, null when rows are counted only
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares two of them
  private record Tally(String name, LogicalType[] types) implements Sink<RowData> {
    @Override
    public SinkWriter<RowData> createWriter(WriterInitContext context) {
      return types == null ? new Counter(name) : new Digester(name, types);
    }
  }

  private static final class Counter implements SinkWriter<RowData> {
    private final String name;
    private final long[] counts = new long[RowKind.values().length];

    private Counter(String name) {
      this.name = name;
    }

    @Override
    public void write(RowData row, SinkWriter.Context context) {
      counts[row.getRowKind().toByteValue()]++;
    }

    @Override
    public void flush(boolean endOfInput) {}

    @Override
    public void close() {
      TALLIES.merge(
          name, new Digest(counts[0], counts[1], counts[2], counts[3], 0, 0), Digest::plus);
    }
  }

  private static final class Digester implements SinkWriter<RowData> {
    private final String name;
    private final RowData.FieldGetter[] fields;
    private Digest digest = Digest.EMPTY;

    private Digester(String name, LogicalType[] types) {
      this.name = name;
      this.fields = new RowData.FieldGetter[types.length];
      for (int i = 0; i < types.length; i++) {
        fields[i] = RowData.createFieldGetter(types[i], i);
      }
    }

    @Override
    public void write(RowData row, SinkWriter.Context context) {
      StringBuilder text = new StringBuilder();
      for (RowData.FieldGetter field : fields) {
        // Strings, whole numbers and timestamps: DuckDB's values have the same text.
        text.append(field.getFieldOrNull(row)).append('\u0001');
      }
      digest = digest.plus(Digest.of(row.getRowKind(), text.toString()));
    }

    @Override
    public void flush(boolean endOfInput) {}

    @Override
    public void close() {
      TALLIES.merge(name, digest, Digest::plus);
    }
  }
}
