package dev.tidemark.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a server's JVM gets, and its children do not. */
class ServerJvmTest {

  @Test
  void thisJvmKnowsWhatBoundsItsCode() {
    assertThat(ServerJvm.options())
        .contains("-XX:ReservedCodeCacheSize=128m", "-XX:Tier3InvocationThreshold=12");
  }

  @Test
  void programsStartWithoutIt() {
    assertThat(Launch.command(List.of("run"))).doesNotContainAnyElementsOf(ServerJvm.options());
  }

  @Test
  void whatTheUserHasSetStays() {
    Map<String, String> environment = new HashMap<>(Map.of("MALLOC_ARENA_MAX", "8"));
    ServerJvm.prepare(environment);
    assertThat(environment)
        .containsEntry("MALLOC_ARENA_MAX", "8")
        .containsEntry("MALLOC_TRIM_THRESHOLD_", "131072");
  }
}
