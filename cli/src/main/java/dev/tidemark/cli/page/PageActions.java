package dev.tidemark.cli.page;

import dev.tidemark.insight.live.Pace;
import java.util.Map;
import java.util.Optional;

/** What requests call the ways in which a run can go on. */
final class PageActions {

  private static final Map<String, Pace.Mode> MODES =
      Map.of(
          "pause", Pace.Mode.PAUSED,
          "step", Pace.Mode.STEP,
          "next-drop", Pace.Mode.TO_DROP,
          "go-on", Pace.Mode.RUNNING);

  private PageActions() {}

  static Optional<Pace.Mode> mode(String action) {
    return Optional.ofNullable(MODES.get(action));
  }

  static String of(Pace.Mode mode) {
    return MODES.entrySet().stream()
        .filter(each -> each.getValue() == mode)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }
}
