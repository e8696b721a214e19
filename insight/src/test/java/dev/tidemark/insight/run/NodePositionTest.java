package dev.tidemark.insight.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Where event time stands at an operator. */
class NodePositionTest {

  @Test
  void aSingleInputThatWasIdleGoesOnFromWhereItStood() {
    NodePosition position = new NodePosition(1, (source, ordinal) -> null);
    assertThat(position.watermark()).isEqualTo(Long.MIN_VALUE);
    assertThat(position.advance(0, 10)).isTrue();

    assertThat(position.status(0, true)).isFalse();
    assertThat(position.watermark()).as("idle: time stands").isEqualTo(10);
    assertThat(position.status(0, false)).isFalse();
    assertThat(position.watermark()).isEqualTo(10);
    assertThat(position.advance(0, 12)).isTrue();
    assertThat(position.watermark()).isEqualTo(12);
    assertThat(position.watermark(0)).isEqualTo(12);
  }

  @Test
  void aSingleInputThatIsIdleFromTheBeginning() {
    NodePosition position = new NodePosition(1, (source, ordinal) -> null);
    assertThat(position.status(0, true)).isFalse();
    assertThat(position.watermark()).isEqualTo(Long.MIN_VALUE);
    assertThat(position.status(0, false)).isFalse();
    assertThat(position.advance(0, 5)).isTrue();
    assertThat(position.advance(0, 5)).isFalse();
    assertThat(position.advance(0, 3)).as("never back").isFalse();
    assertThat(position.watermark()).isEqualTo(5);
  }

  @Test
  void anIdleInputDoesNotHoldTheOthersBack() {
    NodePosition position = new NodePosition(2, (source, ordinal) -> null);
    assertThat(position.advance(0, 10)).isFalse();
    assertThat(position.status(1, true)).isTrue();
    assertThat(position.watermark()).isEqualTo(10);
    assertThat(position.status(1, false)).isFalse();
    assertThat(position.watermark()).as("never back").isEqualTo(10);
    assertThat(position.advance(0, 20)).isFalse();
    assertThat(position.advance(1, 15)).isTrue();
    assertThat(position.watermark()).isEqualTo(15);
  }
}
