package dev.tidemark.runtime.observe;

import dev.tidemark.runtime.TidemarkOptions;
import dev.tidemark.runtime.plan.Plan;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.flink.configuration.ReadableConfig;

/**
 * Who wants to see runs in this process. An observer is an object, a job's configuration holds
 * text: so it is registered here, and the configuration carries its name in {@link
 * TidemarkOptions#OBSERVER}.
 */
public final class Observers {
  private static final AtomicLong LAST = new AtomicLong();
  private static final Map<String, Function<Plan, RunObserver>> REGISTERED =
      new ConcurrentHashMap<>();
  private static final Set<String> FOR_ROWS = ConcurrentHashMap.newKeySet();

  private Observers() {}

  /**
   * Registers who makes an observer for each run.
   *
   * @param maker called on the thread that submits the job; may return null
   * @return the name to put into the configuration
   */
  public static String register(Function<Plan, RunObserver> maker) {
    String name = "observer-" + LAST.incrementAndGet();
    REGISTERED.put(name, maker);
    return name;
  }

  /**
   * The same for observers to whom it matters that each row is carried through all operators before
   * the next one comes.
   */
  public static String registerForRows(Function<Plan, RunObserver> maker) {
    String name = register(maker);
    FOR_ROWS.add(name);
    return name;
  }

  /** Whether the observer that the configuration asks for was registered for rows. */
  public static boolean isForRows(ReadableConfig configuration) {
    return FOR_ROWS.contains(configuration.getOptional(TidemarkOptions.OBSERVER).orElse(""));
  }

  /** Forgets a registered name; runs that have begun go on being observed. */
  public static void unregister(String name) {
    REGISTERED.remove(name);
    FOR_ROWS.remove(name);
  }

  /** The observer that the configuration asks for; null for none. */
  public static RunObserver of(ReadableConfig configuration, Plan plan) {
    String name = configuration.getOptional(TidemarkOptions.OBSERVER).orElse(null);
    if (name == null) {
      return null;
    }
    Function<Plan, RunObserver> maker = REGISTERED.get(name);
    return maker == null ? null : maker.apply(plan);
  }
}
