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
import org.apache.flink.table.catalog.CatalogBaseTable.TableKind;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.catalog.CatalogView;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ContextResolvedTable;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ResolvedCatalogBaseTable;
import org.apache.flink.table.catalog.WatermarkSpec;

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
    List<String> columns =
        table.getResolvedSchema().getColumns().stream()
            .filter(Column::isPhysical)
            .map(Column::getName)
            .toList();
    Optional<String> time =
        table.getResolvedSchema().getWatermarkSpecs().stream()
            .map(WatermarkSpec::getRowtimeAttribute)
            .filter(columns::contains)
            .findFirst();
    found.add(new FileTable(name, table.getOptions(), columns, time));
  }
}
