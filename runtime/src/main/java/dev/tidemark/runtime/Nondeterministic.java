package dev.tidemark.runtime;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Exempts a place from the build's determinism check ({@code config/determinism.txt}).
 *
 * <p>For the few calls where the clock, chance or another thread is what is wanted: a job's wall
 * time in a report, the policy {@code wall-clock}, a thread that a legacy source insists on. The
 * annotation states why the outcome of a run does not depend on the call, or who asked that it
 * should.
 */
@Retention(RetentionPolicy.CLASS)
@Target({
  ElementType.TYPE,
  ElementType.METHOD,
  ElementType.CONSTRUCTOR,
  ElementType.FIELD,
})
public @interface Nondeterministic {

  /** Why the call is allowed here. */
  String because();
}
