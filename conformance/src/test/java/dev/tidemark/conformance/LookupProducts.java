package dev.tidemark.conformance;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.lookup.AsyncLookupFunctionProvider;
import org.apache.flink.table.connector.source.lookup.LookupFunctionProvider;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.functions.AsyncLookupFunction;
import org.apache.flink.table.functions.LookupFunction;

/**
 * The connector {@code products}: a fixed dimension table (sku STRING, kind STRING, price INT) that
 * can only be looked up by its sku, in the calling thread or, with {@code 'async' = 'true'}, in
 * another one.
 */
public final class LookupProducts implements DynamicTableSourceFactory {

  private static final ConfigOption<Boolean> ASYNC =
      ConfigOptions.key("async").booleanType().defaultValue(false);

  private static final List<GenericRowData> ROWS =
      List.of(row("tea", "drink", 3), row("mug", "thing", 7), row("mug", "gift", 9));

  @Override
  public String factoryIdentifier() {
    return "products";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of(ASYNC);
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    return new Source(Boolean.parseBoolean(context.getCatalogTable().getOptions().get("async")));
  }

  private static GenericRowData row(String sku, String kind, int price) {
    return GenericRowData.of(StringData.fromString(sku), StringData.fromString(kind), price);
  }

  private static Collection<RowData> find(RowData key) {
    List<RowData> found = new ArrayList<>();
    for (GenericRowData row : ROWS) {
      if (row.getString(0).equals(key.getString(0))) {
        found.add(row);
      }
    }
    return found;
  }

  private record Source(boolean async) implements LookupTableSource {
    @Override
    public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
      return async
          ? AsyncLookupFunctionProvider.of(new AsyncLookup())
          : LookupFunctionProvider.of(new Lookup());
    }

    @Override
    public DynamicTableSource copy() {
      return this;
    }

    @Override
    public String asSummaryString() {
      return "products";
    }
  }

  /** Answers in the calling thread. */
  public static final class Lookup extends LookupFunction {
    @Override
    public Collection<RowData> lookup(RowData key) {
      return find(key);
    }
  }

  /** Answers from another thread. */
  public static final class AsyncLookup extends AsyncLookupFunction {
    @Override
    public CompletableFuture<Collection<RowData>> asyncLookup(RowData key) {
      return CompletableFuture.supplyAsync(() -> find(key));
    }
  }
}
