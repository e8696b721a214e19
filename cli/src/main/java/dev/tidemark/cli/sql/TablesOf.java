package dev.tidemark.cli.sql;

import dev.tidemark.cli.data.FileTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.catalog.CatalogBaseTable.TableKind;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.catalog.CatalogView;
import org.apache.flink.table.catalog.ContextResolvedTable;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ResolvedCatalogBaseTable;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.WatermarkSpec;
import org.apache.flink.table.types.DataType;

/**
 * The file tables of the current database that a statement names, directly or through views. A name
 * that only happens to be the same is taken for one too: that costs a look at a file, no more.
 */
final class TablesOf {

  private final CatalogManager catalogs;

  TablesOf(CatalogManager catalogs) {
    this.catalogs = catalogs;
  }

  List<FileTable> statement(String sql) {
    List<FileTable> found = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    Deque<String> texts = new ArrayDeque<>(List.of(sql));
    while (!texts.isEmpty()) {
      String text = texts.pop();
      for (String name : catalogs.listTables()) {
        if (isNamed(name, text) && seen.add(name)) {
          resolve(name).ifPresent(table -> add(name, table, found, texts));
        }
      }
    }
    return found;
  }

  private static boolean isNamed(String name, String text) {
    return Pattern.compile("(?<!\\w)" + Pattern.quote(name) + "(?!\\w)").matcher(text).find();
  }

  private Optional<ResolvedCatalogBaseTable<?>> resolve(String name) {
    ObjectIdentifier identifier =
        ObjectIdentifier.of(catalogs.getCurrentCatalog(), catalogs.getCurrentDatabase(), name);
    return catalogs.getTable(identifier).map(ContextResolvedTable::getResolvedTable);
  }

  private static void add(
      String name, ResolvedCatalogBaseTable<?> table, List<FileTable> found, Deque<String> texts) {
    if (table.getTableKind() == TableKind.VIEW) {
      if (table.getOrigin() instanceof CatalogView view) {
        texts.push(view.getExpandedQuery());
      }
      return;
    }
    if (!"filesystem".equals(table.getOptions().get("connector"))) {
      return;
    }
    DataType row = rowInFile(table);
    List<String> columns = DataType.getFieldNames(row);
    Optional<String> time =
        table.getResolvedSchema().getWatermarkSpecs().stream()
            .map(WatermarkSpec::getRowtimeAttribute)
            .filter(columns::contains)
            .findFirst();
    found.add(new FileTable(name, table.getOptions(), row, time));
  }

  /** The columns that are in the file: neither computed ones nor those of the directory's name. */
  private static DataType rowInFile(ResolvedCatalogBaseTable<?> table) {
    List<String> partitionKeys =
        table instanceof ResolvedCatalogTable stored ? stored.getPartitionKeys() : List.of();
    return DataTypes.ROW(
        table.getResolvedSchema().getColumns().stream()
            .filter(column -> column.isPhysical() && !partitionKeys.contains(column.getName()))
            .map(column -> DataTypes.FIELD(column.getName(), column.getDataType()))
            .toArray(DataTypes.Field[]::new));
  }
}
