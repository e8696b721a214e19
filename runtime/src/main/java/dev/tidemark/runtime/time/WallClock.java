package dev.tidemark.runtime.time;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the few places that may look at real time. The build forbids it everywhere else in the
 * engine, so that an outcome can depend on arrival order alone.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.TYPE})
public @interface WallClock {
  /** Why real time is needed here. */
  String value();
}
