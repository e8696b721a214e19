package dev.tidemark.runtime.host;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.util.UserCodeClassLoader;

/** The user's class loader, with hooks that run when the job is over. */
public final class HostClassLoader implements UserCodeClassLoader, AutoCloseable {
  private final ClassLoader classLoader;
  private final Map<String, Runnable> releaseHooks = new LinkedHashMap<>();

  public HostClassLoader(ClassLoader classLoader) {
    this.classLoader = classLoader;
  }

  @Override
  public ClassLoader asClassLoader() {
    return classLoader;
  }

  @Override
  public synchronized void registerReleaseHookIfAbsent(String name, Runnable hook) {
    releaseHooks.putIfAbsent(name, hook);
  }

  @Override
  public synchronized void close() {
    releaseHooks.values().forEach(Runnable::run);
    releaseHooks.clear();
  }
}
