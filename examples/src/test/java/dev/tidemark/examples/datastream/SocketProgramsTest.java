package dev.tidemark.examples.datastream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each program, fed line by line over a loopback socket that stays open while its output is looked
 * at.
 */
class SocketProgramsTest {

  @Test
  void lateRowsGoToTheSideOutput() throws Exception {
    try (SocketProgram program = SocketProgram.start(LateToSideOutput::main)) {
      program.send(
          List.of(
              "spark,20,1593050400000",
              "spark,30,1593050401000",
              "flink,10,1593050402000",
              "spark,40,1593050405000",
              "spark,100,1593050406000",
              "spark,10,1593050390000",
              "flink,200,1593050407000",
              "spark,10,1593050310000"));

      assertThat(program.awaitLines(4))
          .containsExactly(
              "(spark,10,1593050390000) is late",
              "(spark,50,1593050400000)",
              "(flink,10,1593050402000)",
              "(spark,10,1593050310000) is late");
      assertThat(program.isRunning()).isTrue();

      assertThat(program.endInput())
          .as("the end of input closes the window that is still open")
          .hasSize(6)
          .endsWith("(spark,140,1593050405000)", "(flink,200,1593050407000)");
    }
  }

  @Test
  void aLateRowWithinTheAllowedLatenessFiresItsWindowAgain() throws Exception {
    try (SocketProgram program = SocketProgram.start(LateToSideOutput::main)) {
      program.send(
          List.of(
              "a,1,1593050401000",
              "b,1,1593050407000", // watermark 404.999: [400, 405) fires
              "a,2,1593050402000", // late, but not three seconds late: fires again
              "b,1,1593050410000", // watermark 407.999: the window is cleared, and [405, 410) stays
              "a,4,1593050403000"));

      assertThat(program.awaitLines(3))
          .containsExactly(
              "(a,1,1593050401000)", "(a,3,1593050401000)", "(a,4,1593050403000) is late");
      assertThat(program.isRunning()).isTrue();
    }
  }

  @Test
  void everyElementShowsTheWatermarkThatItLeadsTo() throws Exception {
    try (SocketProgram program = SocketProgram.start(WatermarkPerElement::main)) {
      program.send(
          List.of(
              "s3 1639100010955",
              "s2 1639100009955",
              "s1 1639100008955",
              "s0 1639100007955",
              "s4 1639100011955",
              "s5 1639100012955",
              "s6 1639100013955",
              "s7 1639100016955"));

      assertThat(program.awaitLines(14))
          .containsExactly(
              "(s3,1639100010955)  time 2021-12-10 09:33:30  watermark 2021-12-10 09:33:28",
              "(s2,1639100009955)  time 2021-12-10 09:33:29  watermark 2021-12-10 09:33:28",
              "(s1,1639100008955)  time 2021-12-10 09:33:28  watermark 2021-12-10 09:33:28",
              "(s0,1639100007955)  time 2021-12-10 09:33:27  watermark 2021-12-10 09:33:28",
              "(s4,1639100011955)  time 2021-12-10 09:33:31  watermark 2021-12-10 09:33:29",
              "(s5,1639100012955)  time 2021-12-10 09:33:32  watermark 2021-12-10 09:33:30",
              "(s2,1639100009955)",
              "(s0,1639100007955)",
              "(s1,1639100008955)",
              "(s6,1639100013955)  time 2021-12-10 09:33:33  watermark 2021-12-10 09:33:31",
              "(s7,1639100016955)  time 2021-12-10 09:33:36  watermark 2021-12-10 09:33:34",
              "(s3,1639100010955)",
              "(s5,1639100012955)",
              "(s4,1639100011955)");
      assertThat(program.isRunning()).isTrue();

      assertThat(program.endInput())
          .hasSize(16)
          .endsWith("(s6,1639100013955)", "(s7,1639100016955)");
    }
  }

  @Test
  void onlyAMarkMovesThePunctuatedWatermark() throws Exception {
    try (SocketProgram program = SocketProgram.start(MarkerWatermarks::main)) {
      program.send(
          List.of(
              "d1,5,1700000003000",
              "d2,7,1700000004000",
              "d1,1,1700000025000", // far ahead, and yet nothing closes
              "d1,6,1700000009000",
              "#,0,1700000009999",
              "d2,9,1700000005000", // after the mark: dropped
              "#,0,1700000019999", // an empty window says nothing
              "#,0,1700000029999"));

      assertThat(program.awaitLines(3))
          .containsExactly("(d1,11,1700000003000)", "(d2,7,1700000004000)", "(d1,1,1700000025000)");
      assertThat(program.isRunning()).isTrue();

      assertThat(program.endInput()).as("nothing was left open").hasSize(3);
    }
  }

  @Test
  void threeWaysWithOneLateRow() throws Exception {
    try (SocketProgram program = SocketProgram.start(ThreeWaysWithLateRows::main)) {
      program.send(
          List.of(
              "k,1,1700000001000",
              "k,2,1700000003000",
              "k,4,1700000006000", // watermark 1700000004.999: [0, 5) fires
              "k,8,1700000002000", // late by 3 s: the three ways part
              "k,16,1700000009000", // watermark 1700000007.999: allowed lateness is over
              "k,32,1700000004000", // too late even for "again"
              "k,64,1700000011000")); // [5, 10) fires

      List<String> printed = program.awaitLines(9);
      assertThat(way("drop", printed))
          .containsExactly("drop (k,3,1700000001000)", "drop (k,20,1700000006000)");
      assertThat(way("again", printed))
          .containsExactly(
              "again (k,3,1700000001000)",
              "again (k,11,1700000001000)",
              "again (k,20,1700000006000)");
      assertThat(way("aside", printed))
          .containsExactly(
              "aside (k,3,1700000001000)",
              "aside (k,8,1700000002000) came too late",
              "aside (k,32,1700000004000) came too late",
              "aside (k,20,1700000006000)");
      assertThat(program.isRunning()).isTrue();
    }
  }

  @Test
  void eachTypedLineTellsWhatItDoes() throws Exception {
    try (SocketProgram program = SocketProgram.start(with("--lateness", "3s", "--side"))) {
      program.send(
          List.of(
              "1,north,20,2026-03-02 09:00:01",
              "2,north,30,2026-03-02 09:00:07", // watermark 4.999: the window fires
              "3,north,40,2026-03-02 09:00:04.999", // late, and allowed
              "4,south,50,2026-03-02 09:00:02", // the same, but new there
              "0,#,0,2026-03-02 09:00:30", // no mark matters to this generator
              "5,north,60,2026-03-02 09:00:10", // watermark 7.999: the window is cleared
              "6,north,70,2026-03-02 09:00:04"));

      assertThat(program.awaitLines(13))
          .containsExactly(
              "row    id=1 gate=north people=20 time=09:00:01.000 watermark=none",
              "moves  watermark=08:59:58.999",
              "row    id=2 gate=north people=30 time=09:00:07.000 watermark=08:59:58.999",
              "moves  watermark=09:00:04.999",
              "fires  gate=north window=09:00:00.000 people=20 rows=1 watermark=09:00:04.999",
              "row    id=3 gate=north people=40 time=09:00:04.999 watermark=09:00:04.999",
              "again  gate=north window=09:00:00.000 people=60 rows=2 watermark=09:00:04.999",
              "row    id=4 gate=south people=50 time=09:00:02.000 watermark=09:00:04.999",
              "fires  gate=south window=09:00:00.000 people=50 rows=1 watermark=09:00:04.999",
              "row    id=5 gate=north people=60 time=09:00:10.000 watermark=09:00:04.999",
              "moves  watermark=09:00:07.999",
              "row    id=6 gate=north people=70 time=09:00:04.000 watermark=09:00:07.999",
              "late   id=6 gate=north people=70 time=09:00:04.000 watermark=09:00:07.999");
      assertThat(program.isRunning()).isTrue();

      assertThat(program.endInput())
          .endsWith("end    row=6 mark=0 fires=4 again=1 late=1")
          .contains("fires  gate=north window=09:00:05.000 people=30 rows=1 watermark=end");
    }
  }

  @Test
  void aMistypedLineIsToldAndSkipped() throws Exception {
    PrintStream before = System.err;
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
    try (SocketProgram program = SocketProgram.start(with())) {
      program.send(
          List.of(
              "1,north,20",
              "1,north,many,2026-03-02 09:00:01",
              "1,north,20,2026-03-02 9 o'clock",
              "1,north,20,2026-03-02 09:00:01"));

      assertThat(program.awaitLines(2))
          .first()
          .isEqualTo("row    id=1 gate=north people=20 time=09:00:01.000 watermark=none");
      assertThat(program.isRunning()).isTrue();
      assertThat(program.endInput()).endsWith("end    row=1 mark=0 fires=1 again=0 late=0");
    } finally {
      System.setErr(before);
    }
    assertThat(told.toString(StandardCharsets.UTF_8))
        .contains("line 1 is skipped", "line 2 is skipped", "line 3 is skipped", "1,north,many,")
        .doesNotContain("line 4");
  }

  private static SocketProgram.Main with(String... options) {
    return args ->
        Lateness.main(Stream.of(args, options).flatMap(Stream::of).toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--latenes 3s | there is no --latenes; there are delay, file, generator, host, lateness,",
        "--delay 2 | --delay is a duration such as 2s or 500ms, not 2.",
        "--generator clock | --generator is periodic or punctuated, not clock."
      })
  void mistypedOptionsAreNamed(String options, String message) {
    assertThatThrownBy(() -> Lateness.main(options.split(" ", -1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  private static List<String> way(String name, List<String> printed) {
    return printed.stream().filter(line -> line.startsWith(name + " ")).toList();
  }
}
