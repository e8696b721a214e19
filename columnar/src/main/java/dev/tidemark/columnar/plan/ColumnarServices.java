package dev.tidemark.columnar.plan;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.function.Supplier;

/**
 * A class loader like its parent, in which Flink finds the columnar planner instead of its own: it
 * answers for one list of services with the other name in it.
 */
public final class ColumnarServices extends ClassLoader {
  private static final String FACTORIES =
      "META-INF/services/org.apache.flink.table.factories.Factory";
  private static final String FLINKS =
      "org.apache.flink.table.planner.delegation.DefaultPlannerFactory";

  public ColumnarServices(ClassLoader parent) {
    super("columnar-services", parent);
  }

  /**
   * Does something, such as TableEnvironment#create, for which Flink finds the columnar planner.
   */
  public static <T> T within(Supplier<T> work) {
    Thread thread = Thread.currentThread();
    ClassLoader own = thread.getContextClassLoader();
    thread.setContextClassLoader(new ColumnarServices(own));
    try {
      return work.get();
    } finally {
      thread.setContextClassLoader(own);
    }
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    Enumeration<URL> found = super.getResources(name);
    if (!name.equals(FACTORIES)) {
      return found;
    }
    List<URL> changed = new ArrayList<>();
    while (found.hasMoreElements()) {
      URL each = found.nextElement();
      String names;
      try (InputStream in = each.openStream()) {
        names = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
      changed.add(
          names.contains(FLINKS)
              ? fixed(each, names.replace(FLINKS, ColumnarPlannerFactory.class.getName()))
              : each);
    }
    return Collections.enumeration(changed);
  }

  private static URL fixed(URL original, String content) throws IOException {
    return new URL(
        null,
        original.toString(),
        new URLStreamHandler() {
          @Override
          protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
              @Override
              public void connect() {}

              @Override
              public InputStream getInputStream() {
                return new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8));
              }
            };
          }
        });
  }
}
