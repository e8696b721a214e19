package dev.tidemark.insight.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OneLineTest {
  @Test
  void controlCharactersAreShownAsInCode() {
    assertThat(OneLine.of("a\nb\r\tc\u001b[31m é日")).isEqualTo("a\\nb\\r\\tc\\u001b[31m é日");
  }

  @Test
  void aLongTextIsCutBetweenCharacters() {
    assertThat(OneLine.of("x".repeat(500))).hasSize(500);
    assertThat(OneLine.of("x".repeat(499) + "🎉".repeat(1000)))
        .isEqualTo("x".repeat(499) + "… (2,499 characters)");
  }
}
