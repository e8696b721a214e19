package dev.tidemark.cli.sql;

import java.net.URL;
import org.apache.flink.table.gateway.service.context.SessionContext;
import org.apache.flink.util.MutableURLClassLoader;

/**
 * The class loader of all sessions that bring no code of their own. Flink keeps the classes that it
 * generates for the loader they were made for; with one loader a server has one of each, however
 * many sessions come and go, and a query that has been here before finds its classes compiled.
 */
final class SharedClassLoader extends MutableURLClassLoader {

  static {
    ClassLoader.registerAsParallelCapable(); // before there is one
  }

  static final SharedClassLoader INSTANCE = new SharedClassLoader();

  private SharedClassLoader() {
    super(new URL[0], SessionContext.class.getClassLoader());
  }

  /** There is nothing in it that one session could see and another not. */
  @Override
  public MutableURLClassLoader copy() {
    return this;
  }

  /**
   * Not here.
   *
   * @throws IllegalStateException always
   */
  @Override
  public void addURL(URL jar) {
    throw new IllegalStateException("this session shares its class loader: no place for " + jar);
  }

  /** The others go on. */
  @Override
  public void close() {}
}
