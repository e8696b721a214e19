package dev.tidemark.examples.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.examples.Tidemark;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each SQL example prints what Flink's own SQL client printed, and prints it again the second time.
 */
class SqlExamplesTest {

  static Stream<Lab> scripts() {
    return Lab.all();
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void printsWhatFlinksClientPrints(Lab lab) {
    List<String> arguments = new ArrayList<>(List.of("sql"));
    arguments.addAll(lab.arguments());

    Tidemark first = Tidemark.here(arguments);
    Tidemark second = Tidemark.here(arguments);

    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(Lab.mask(first.out())).isEqualTo(lab.expected());
    assertThat(Lab.mask(second.out())).isEqualTo(Lab.mask(first.out()));
  }
}
