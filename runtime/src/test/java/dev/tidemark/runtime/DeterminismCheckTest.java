package dev.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.thetaphi.forbiddenapis.Checker;
import de.thetaphi.forbiddenapis.ForbiddenApiException;
import de.thetaphi.forbiddenapis.Logger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** The build's determinism check fires on what it forbids and spares what is annotated. */
class DeterminismCheckTest {

  private final List<String> errors = new ArrayList<>();

  @Test
  void clockChanceAndSleepAreFound() {
    assertThatThrownBy(() -> check(Offender.class)).isInstanceOf(ForbiddenApiException.class);
    assertThat(String.join("\n", errors))
        .contains("java.lang.System#currentTimeMillis()")
        .contains("java.util.UUID#randomUUID()")
        .contains("java.lang.Thread#sleep(long)")
        .contains("java.util.concurrent.ThreadLocalRandom");
  }

  @Test
  void anAnnotatedMethodIsSpared() {
    assertThatCode(() -> check(Exempted.class)).doesNotThrowAnyException();
    assertThat(errors).isEmpty();
  }

  private void check(Class<?> type) throws Exception {
    Checker checker =
        new Checker(new Errors(), getClass().getClassLoader(), Checker.Option.FAIL_ON_VIOLATION);
    checker.parseSignaturesFile(Path.of("..", "config", "determinism.txt").toFile());
    checker.addSuppressAnnotation(Nondeterministic.class);
    Path classFile =
        Path.of(type.getResource("/" + type.getName().replace('.', '/') + ".class").toURI());
    checker.addClassToCheck(classFile.toFile());
    checker.run();
  }

  /** Does what must not be done. */
  static class Offender {
    long clock() {
      return System.currentTimeMillis();
    }

    String chance() {
      return UUID.randomUUID().toString();
    }

    void nap() throws InterruptedException {
      Thread.sleep(1);
    }

    LongSupplier insideALambda() {
      return () -> ThreadLocalRandom.current().nextLong();
    }
  }

  /** Does it with leave. */
  static class Exempted {
    @Nondeterministic(because = "shows that the exemption works")
    long clock() {
      return System.currentTimeMillis();
    }
  }

  private final class Errors implements Logger {
    @Override
    public void error(String message) {
      errors.add(message);
    }

    @Override
    public void warn(String message) {}

    @Override
    public void info(String message) {}

    @Override
    public void debug(String message) {}
  }
}
