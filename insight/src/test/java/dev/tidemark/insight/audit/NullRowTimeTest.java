package dev.tidemark.insight.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.insight.Observed;
import dev.tidemark.insight.ledger.Account;
import dev.tidemark.insight.ledger.DropReason;
import dev.tidemark.insight.ledger.VerdictText;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows whose event time is NULL: a stream's own watermarks let them reach a window function. */
class NullRowTimeTest {
  private static final LocalDateTime TEN = LocalDateTime.of(2025, 3, 1, 10, 0);

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '10' SECOND)
          HOP(TABLE e, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '10' SECOND)
          SESSION(TABLE e PARTITION BY k, DESCRIPTOR(ts), INTERVAL '10' SECOND)
          """)
  void areInTheLedger(String window) throws Exception {
    Observed seen =
        Observed.program(
            Map.of(),
            env -> {
              StreamTableEnvironment tables = StreamTableEnvironment.create(env);
              DataStream<Row> rows =
                  env.fromData(
                          Types.ROW_NAMED(
                              new String[] {"k", "ts"}, Types.STRING, Types.LOCAL_DATE_TIME),
                          Row.of("a", TEN),
                          Row.of("b", null),
                          Row.of("a", TEN.plusSeconds(3)),
                          Row.of("c", null))
                      .assignTimestampsAndWatermarks(WatermarkStrategy.noWatermarks());
              Schema schema =
                  Schema.newBuilder()
                      .column("k", DataTypes.STRING())
                      .column("ts", DataTypes.TIMESTAMP(3))
                      .watermark("ts", "SOURCE_WATERMARK()")
                      .build();
              tables.createTemporaryView("e", rows, schema);
              List<String> results = new ArrayList<>();
              try (CloseableIterator<Row> result =
                  tables.executeSql("SELECT k, window_start FROM " + window).collect()) {
                result.forEachRemaining(row -> results.add(row.toString()));
              }
              return results;
            });
    assertThat(seen.run().ledger().accounts()).hasSize(1);
    Account account = seen.run().ledger().accounts().get(0);
    assertThat(account.rowsIn()).isEqualTo(4);
    assertThat(account.accepted()).isEqualTo(2);
    assertThat(account.behindWatermark()).isZero();
    assertThat(account.reasons()).isEqualTo(Map.of(DropReason.NULL_ROW_TIME, 2L));
    assertThat(account.droppedInTime()).isZero();
    assertThat(seen.late()).isEqualTo(2);
    assertThat(seen.lost()).containsExactly(2L, 4L);
    assertThat(seen.lost(drop -> drop.late() + " " + drop.rowTime() + " " + drop.keepingDelay()))
        .containsOnly("0 null OptionalLong.empty");
    assertThat(seen.results()).allMatch(row -> row.startsWith("+I[a, "));
    assertThat(VerdictText.conclusion(seen.run()))
        .isEqualTo("2 rows of 4 dropped (50.0 %). All of them had no event time (NULL).");
  }
}
