package dev.tidemark.runtime.compat;

import dev.tidemark.runtime.source.PathOrder;
import java.util.List;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.base.source.hybrid.HybridSource;
import org.apache.flink.connector.file.src.AbstractFileSource;
import org.apache.flink.connector.file.src.assigners.FileSplitAssigner;
import org.apache.flink.connector.file.src.assigners.LocalityAwareSplitAssigner;
import org.apache.flink.connector.file.src.enumerate.FileEnumerator;

/** In which order a file source reads its files: private in Flink's source. */
public final class FileSources {
  private FileSources() {}

  /**
   * Makes a source that reads files, alone or within a HybridSource, find them in the order of
   * their paths and, unless the program has an assigner of its own, read them in it. Other sources
   * stay as they are.
   *
   * @param source a copy that belongs to this run
   */
  public static void readInOrderOfPaths(Source<?, ?, ?> source) {
    if (source instanceof AbstractFileSource<?, ?> files) {
      order(files);
    } else if (source instanceof HybridSource<?> hybrid) {
      ((List<?>) OperatorFields.need(hybrid, "sources")).forEach(FileSources::orderWithin);
    }
  }

  private static void order(AbstractFileSource<?, ?> source) {
    FileEnumerator.Provider finds =
        (FileEnumerator.Provider) OperatorFields.need(source, "enumeratorFactory");
    FileEnumerator.Provider sorts =
        () -> {
          FileEnumerator enumerator = finds.create();
          return (paths, desired) -> PathOrder.sorted(enumerator.enumerateSplits(paths, desired));
        };
    FileSplitAssigner.Provider own = source.getAssignerFactory();
    FileSplitAssigner.Provider assigns =
        splits -> {
          FileSplitAssigner assigner = own.create(splits);
          return assigner instanceof LocalityAwareSplitAssigner ? new PathOrder(splits) : assigner;
        };
    FlinkFields.write(AbstractFileSource.class, "enumeratorFactory", source, sorts);
    FlinkFields.write(AbstractFileSource.class, "assignerFactory", source, assigns);
  }

  private static void orderWithin(Object entry) {
    @SuppressWarnings("unchecked")
    HybridSource.SourceFactory<Object, Source<Object, ?, ?>, ?> own =
        (HybridSource.SourceFactory<Object, Source<Object, ?, ?>, ?>)
            OperatorFields.need(entry, "factory");
    FlinkFields.write(entry.getClass(), "factory", entry, ordering(own));
  }

  @SuppressWarnings("rawtypes") // as HybridSource has it
  private static <E extends org.apache.flink.api.connector.source.SplitEnumerator>
      HybridSource.SourceFactory<Object, Source<Object, ?, ?>, E> ordering(
          HybridSource.SourceFactory<Object, Source<Object, ?, ?>, E> own) {
    return context -> {
      Source<Object, ?, ?> source = own.create(context);
      readInOrderOfPaths(source);
      return source;
    };
  }
}
