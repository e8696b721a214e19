package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Six events of three orders: o1 and o2 are created and paid, o1 is sent again, o3 is created. */
class ChangelogCommandTest {

  private static final String LAST_ROWS =
      "(SELECT id, status, amount, ts FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY id ORDER BY"
          + " ts DESC) AS rn FROM ev) WHERE rn = 1)";
  private static final Map<String, String> FIELD_OF_KIND =
      Map.of("I", "insert", "UB", "update_before", "UA", "update_after", "D", "delete");

  @TempDir private Path dir;

  private Path init;

  @BeforeEach
  void writeInit() throws IOException {
    Path data =
        Files.writeString(
            dir.resolve("ev.csv"),
            """
            o1,created,10,2026-03-02 10:00:00
            o2,created,20,2026-03-02 10:00:05
            o1,paid,10,2026-03-02 10:00:10
            o2,paid,20,2026-03-02 10:01:00
            o1,paid,10,2026-03-02 10:01:05
            o3,created,5,2026-03-02 10:02:00
            """);
    init =
        Files.writeString(
            dir.resolve("init.sql"),
            """
            CREATE TABLE ev (id STRING, status STRING, amount INT, ts TIMESTAMP(3),
              WATERMARK FOR ts AS ts)
            WITH ('connector' = 'filesystem', 'path' = '%s', 'format' = 'csv');
            CREATE TABLE files (status STRING, n BIGINT)
            WITH ('connector' = 'filesystem', 'path' = '%s', 'format' = 'csv');
            CREATE TABLE by_status (id STRING, status STRING, PRIMARY KEY (status) NOT ENFORCED)
            WITH ('connector' = 'blackhole');
            CREATE TABLE counts (status STRING, n BIGINT, PRIMARY KEY (status) NOT ENFORCED)
            WITH ('connector' = 'blackhole');
            SET 'table.exec.sink.require-on-conflict' = 'false';
            """
                .formatted(data, dir.resolve("files")));
  }

  @Test
  void markdownIsOneTableOfEverything() {
    Command done = run("SELECT id, status, amount FROM " + LAST_ROWS + ";", "--format", "markdown");

    assertThat(done.exitCode()).as(done.err()).isZero();
    assertThat(done.out())
        .startsWith(
            "| statement | about | number | name | from | input | declared_mode | rows_in |")
        .contains(
            "\n| -e:1:1 | operator | 0 | ev | *NULL* | *NULL* | I | *NULL* | 6 | 0 | 0 | 0 | 6 |")
        .contains(
            "\n| -e:1:1 | operator | 2 | Deduplicate key id | *NULL* | *NULL* | I,UB,UA,D | 6 | 3 | 3"
                + " | 3 | 0 | 9 |")
        .contains("\n| -e:1:1 | edge | 3 | Calc | 2 | 0 | I,UB,UA,D | *NULL* | 3 | 3 | 3 | 0 | 9 |")
        .contains("| 3 | 3 | 3 | 0 | 9 | 3 | 3 | upsert key id |\n")
        .contains("| keep-last: Of each key the last row is kept");
    assertThat(done.out().lines()).hasSize(2 + 5 + 4 + 1 + 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT a.id, b.n FROM ev a JOIN (SELECT id, COUNT(*) n FROM ev GROUP BY id) b ON a.id = b.id;",
        "INSERT INTO by_status SELECT id, status FROM " + LAST_ROWS + ";",
        "SELECT status, COUNT(*) FROM ev GROUP BY status;"
      })
  void linesCarryTheSameFactsAsTheDocument(String statement) throws IOException {
    JsonNode run = only(json(statement));
    Map<String, List<JsonNode>> lines = lines(run(statement, "--format", "jsonl"));

    for (JsonNode operator : run.at("/operators")) {
      JsonNode line = lines.get("operator").get(operator.at("/operator").asInt());
      boolean sink = run.at("/results/0/operator").equals(operator.at("/operator"));
      assertThat(line.at("/declared_mode")).isEqualTo(operator.at("/declared_mode"));
      assertVolume(line, sink ? operator.at("/in/0") : operator.at("/out"));
    }
    assertThat(lines.get("edge")).hasSameSizeAs(run.at("/edges")).isNotEmpty();
    for (int i = 0; i < run.at("/edges").size(); i++) {
      JsonNode line = lines.get("edge").get(i);
      JsonNode edge = run.at("/edges").get(i);
      assertThat(line.at("/from")).isEqualTo(edge.at("/from"));
      assertThat(line.at("/number")).isEqualTo(edge.at("/to"));
      assertThat(line.at("/input")).isEqualTo(edge.at("/input"));
      assertThat(line.at("/declared_mode")).isEqualTo(edge.at("/declared_mode"));
      assertVolume(line, edge.at("/volume"));
    }
    JsonNode result = lines.get("result").get(0);
    assertThat(result.at("/name")).isEqualTo(run.at("/results/0/table"));
    assertThat(result.at("/rows_in")).isEqualTo(run.at("/results/0/rows_in"));
    assertThat(result.at("/rows_left")).isEqualTo(run.at("/results/0/final/rows"));
    assertThat(result.at("/keys_left")).isEqualTo(run.at("/results/0/final/keys"));
    assertVolume(result, run.at("/results/0/volume"));
    List<JsonNode> advice = lines.getOrDefault("advice", List.of());
    assertThat(advice).hasSameSizeAs(run.at("/advice"));
    for (int i = 0; i < advice.size(); i++) {
      JsonNode expected = run.at("/advice").get(i);
      assertThat(advice.get(i).at("/text").asText())
          .isEqualTo(expected.at("/kind").asText() + ": " + expected.at("/text").asText());
      assertThat(advice.get(i).at("/total")).isEqualTo(expected.at("/rows_then"));
    }
    assertThat(lines.keySet()).isSubsetOf("operator", "edge", "result", "advice");
  }

  private static void assertVolume(JsonNode line, JsonNode volume) {
    volume
        .properties()
        .forEach(kind -> assertThat(line.get(kind.getKey())).isEqualTo(kind.getValue()));
  }

  private static Map<String, List<JsonNode>> lines(Command done) throws IOException {
    Map<String, List<JsonNode>> lines = new HashMap<>();
    for (String each : done.out().lines().toList()) {
      JsonNode line = new ObjectMapper().readTree(each);
      lines.computeIfAbsent(line.at("/about").asText(), about -> new ArrayList<>()).add(line);
    }
    return lines;
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "jsonl", "markdown"})
  void everyFormatTellsOfARefusalAndOfAnEarlyEnd(String format) {
    Command refused =
        run(
            "INSERT INTO files SELECT status, COUNT(*) FROM ev GROUP BY status;",
            "--format",
            format);
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.out())
        .contains("refused", "Table sink 'default_catalog.default_database.files'")
        .contains("takes no update changes; the node that first emits some: GroupAggregate(groupBy")
        .contains("PRIMARY KEY");

    Command failed =
        run(
            "SELECT 10 / (5 - amount), SUM(amount) FROM ev GROUP BY 10 / (5 - amount);",
            "--format",
            format);
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.out()).contains("incomplete", "the job failed before its end");
  }

  @Test
  void theTextSaysItAll() {
    Command done = run("SELECT id, status, amount FROM " + LAST_ROWS + ";");

    assertThat(done.out())
        .isEqualTo(
            """
            -e:1:1
            changelog: 6 rows in, 9 out (1.50 out for each in): +I 3 -U 3 +U 3 -D 0

            #  from  operator                  declared   in  +I  -U  +U  -D  out  out/in
            1        ev                        I               6   0   0   0    6
            2  1     WatermarkAssigner         I           6   6   0   0   0    6    1.00
            3  2     Deduplicate key id        I,UB,UA,D   6   3   3   3   0    9    1.50
            4  3     Calc                      I,UB,UA,D   9   3   3   3   0    9    1.00
            5  4     Sink: Collect table sink  -           9   3   3   3   0

            left in the end: 3 rows, 3 keys (upsert key id)
              id  status   amount
              o2  paid     20
              o1  paid     10
              o3  created  5

            advice on 3, Deduplicate key id:
              Of each key the last row is kept, so each of 3 further rows takes the one before back (-U) and
              adds itself (+U), even when the two are the same. Where the first row of a key is enough (ORDER BY
              … ASC), the log only adds: one +I for each key.
            """);
    assertThat(done.exitCode()).isZero();
  }

  @Test
  void aKeyThatIsNotTheSinksIsNamedWithWhatItCosts() throws IOException {
    JsonNode run = only(json("INSERT INTO by_status SELECT id, status FROM " + LAST_ROWS + ";"));
    JsonNode result = run.at("/results/0");

    assertThat(result.at("/table").asText())
        .isEqualTo("default_catalog.default_database.by_status");
    assertThat(result.at("/final/key")).hasToString("[\"status\"]");
    assertThat(result.at("/final/key_is").asText()).isEqualTo("primary key");
    // Both o1 and o2 are paid in the end; o1 came last. Only o3 is left as created.
    assertThat(result.at("/final/listed"))
        .hasToString(
            "[{\"id\":\"o1\",\"status\":\"paid\"},{\"id\":\"o3\",\"status\":\"created\"}]");
    assertThat(advice(run, "sink-key").at("/text").asText())
        .contains("identified by (id)", "primary key is (status)", "9 rows in, 7 out");
  }

  @Test
  void noAdviceOnAKeyThatIsTheSinks() throws IOException {
    JsonNode run =
        only(json("INSERT INTO counts SELECT status, COUNT(*) FROM ev GROUP BY status;"));

    assertThat(advice(run, "sink-key")).isNull();
    assertThat(run.at("/results/0/final/keys").asInt()).isEqualTo(2);
    assertThat(run.at("/results/0/final/listed"))
        .hasToString("[{\"status\":\"paid\",\"n\":3},{\"status\":\"created\",\"n\":3}]");
  }

  @Test
  void miniBatchesShortenTheLogAsFarAsTheAdviceSays() throws IOException {
    String query = "SELECT status, COUNT(*) FROM ev GROUP BY status;";
    JsonNode rowByRow = only(json(query));
    JsonNode batched =
        only(
            json(
                String.join(
                    "\n",
                    "SET 'table.exec.mini-batch.enabled' = 'true';",
                    "SET 'table.exec.mini-batch.allow-latency' = '1 s';",
                    "SET 'table.exec.mini-batch.size' = '1000';",
                    query)));

    JsonNode advice = advice(rowByRow, "mini-batch");
    assertThat(advice.at("/rows_now").asInt()).isEqualTo(10);
    assertThat(advice.at("/rows_then").asInt()).isEqualTo(2);
    // The input is one batch here: processing time stands still.
    assertThat(batched.at("/results/0/volume/total").asInt()).isEqualTo(2);
    assertThat(advice(batched, "mini-batch")).isNull();
    assertThat(batched.at("/results/0/final/listed")).hasSize(2);
  }

  @Test
  void whoFirstUpdatesIsNamedWhenATableTakesNoUpdates() throws IOException {
    Command done =
        run(
            "INSERT INTO files SELECT status, n FROM (SELECT status, COUNT(*) AS n FROM ev GROUP BY"
                + " status) WHERE n > 1;",
            "--format",
            "json");
    JsonNode refused = only(new ObjectMapper().readTree(done.out())).at("/refused");

    assertThat(done.exitCode()).isEqualTo(1);
    assertThat(refused.at("/consumer").asText())
        .isEqualTo("Table sink 'default_catalog.default_database.files'");
    assertThat(refused.at("/changes").asText()).isEqualTo("update");
    assertThat(refused.at("/origin").asText())
        .isEqualTo("GroupAggregate(groupBy=[status], select=[status, COUNT(*) AS n])");
    assertThat(refused.at("/advice").asText()).contains("TUMBLE", "PRIMARY KEY");
  }

  @Test
  void whoFirstUpdatesIsNamedWhenANodeTakesNoUpdates() {
    Command done =
        run(
            "SELECT id, SUM(amount) OVER (PARTITION BY status ORDER BY ts) FROM "
                + LAST_ROWS
                + " WHERE amount > 1;");

    assertThat(done.exitCode()).isEqualTo(1);
    assertThat(done.out())
        .contains("OverAggregate takes no", "The node that first emits some:\n  Rank(")
        .contains("keeping the first row");
  }

  @Test
  void eachEdgeOfAJoinIsCounted() throws IOException {
    JsonNode run =
        only(
            json(
                "SELECT a.id, b.n FROM ev a JOIN (SELECT id, COUNT(*) n FROM ev GROUP BY id) b ON"
                    + " a.id = b.id;"));
    JsonNode join = operator(run, "Join");

    assertThat(join.at("/in/0/total").asInt()).isEqualTo(6);
    assertThat(join.at("/in/1/insert").asInt()).isEqualTo(3);
    assertThat(join.at("/in/1/update_before").asInt()).isEqualTo(3);
    assertThat(join.at("/in/1/update_after").asInt()).isEqualTo(3);
    for (JsonNode edge : run.at("/edges")) {
      JsonNode receiver = run.at("/operators/" + edge.at("/to").asInt());
      assertThat(receiver.at("/in/" + edge.at("/input").asInt())).isEqualTo(edge.at("/volume"));
    }
  }

  @Test
  void aStatementSetHasAResultForEachTable() throws IOException {
    JsonNode run =
        only(
            json(
                """
                EXECUTE STATEMENT SET BEGIN
                INSERT INTO counts SELECT status, COUNT(*) FROM ev GROUP BY status;
                INSERT INTO files SELECT status, CAST(1 AS BIGINT) FROM ev;
                END;
                """));

    assertThat(run.at("/results").findValuesAsText("table"))
        .containsExactlyInAnyOrder(
            "default_catalog.default_database.counts", "default_catalog.default_database.files");
    for (JsonNode result : run.at("/results")) {
      boolean counts = result.at("/table").asText().endsWith("counts");
      assertThat(result.at("/volume/total").asInt()).isEqualTo(6);
      // The connector takes upserts, so there is no -U.
      assertThat(result.at("/declared_mode").asText()).isEqualTo(counts ? "I,UA" : "I");
      assertThat(result.at("/volume/update_after").asInt()).isEqualTo(counts ? 4 : 0);
      assertThat(result.at("/final/rows").asInt()).isEqualTo(counts ? 2 : 6);
      assertThat(result.at("/rows_in").asInt()).isEqualTo(6);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT status, COUNT(*) FROM ev GROUP BY status HAVING COUNT(*) < 3",
        "SELECT a.id, b.status FROM ev a LEFT JOIN ev b ON a.amount = b.amount + 10",
        "SELECT id FROM ev UNION SELECT status FROM ev",
        "SELECT id, amount FROM ev ORDER BY amount DESC LIMIT 2",
        "SELECT id FROM ev WHERE status IN (SELECT status FROM ev WHERE id = 'o2')",
        "SELECT window_start, COUNT(*) FROM TUMBLE(TABLE ev, DESCRIPTOR(ts), INTERVAL '1' MINUTE)"
            + " GROUP BY window_start, window_end"
      })
  void noOperatorEmitsMoreThanThePlanDeclares(String query) throws IOException {
    JsonNode run = only(json(query + ";"));

    int declared = 0;
    for (JsonNode operator : run.at("/operators")) {
      String mode = operator.at("/declared_mode").asText();
      if (operator.at("/declared_mode").isNull()) {
        continue;
      }
      declared++;
      FIELD_OF_KIND.forEach(
          (kind, field) -> {
            if (!List.of(mode.split(",")).contains(kind)) {
              assertThat(operator.at("/out/" + field).asInt()).as(operator.toString()).isZero();
            }
          });
    }
    assertThat(declared).isGreaterThan(1);
    assertThat(run.at("/results/0/final/unmatched").asInt()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void theRankNumberCostsWhatTheAdviceSays(int seed) throws IOException {
    // Few totals, so that there are ties.
    Random random = new Random(seed);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 150; i++) {
      String group = String.valueOf((char) ('a' + random.nextInt(2)));
      lines.append(group).append(',').append(random.nextInt(8)).append(',');
      lines.append(random.nextInt(6) - 1).append('\n');
    }
    Path data = Files.writeString(dir.resolve("sales.csv"), lines.toString());
    String table =
        """
        CREATE TABLE sales (grp STRING, item INT, qty INT)
        WITH ('connector' = 'filesystem', 'path' = '%s', 'format' = 'csv');
        """
            .formatted(data);
    String top =
        " FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY grp ORDER BY total DESC) AS rn FROM"
            + " (SELECT grp, item, SUM(qty) AS total FROM sales GROUP BY grp, item)) WHERE rn <= 3;";

    JsonNode ranked = only(json(table + "SELECT grp, item, total, rn" + top));
    JsonNode unranked = only(json(table + "SELECT grp, item, total" + top));

    assertThat(advice(ranked, "rank-number").at("/rows_then").asInt())
        .isEqualTo(unranked.at("/results/0/volume/total").asInt())
        .isLessThan(ranked.at("/results/0/volume/total").asInt());
    assertThat(advice(unranked, "rank-number")).isNull();
  }

  @Test
  void whatAFailedJobDidIsTold() throws IOException {
    Command done =
        run(
            "SELECT 10 / (5 - amount), SUM(amount) FROM ev GROUP BY 10 / (5 - amount);",
            "--format",
            "json");
    JsonNode run = only(new ObjectMapper().readTree(done.out()));

    assertThat(done.exitCode()).isEqualTo(1);
    assertThat(run.at("/complete").asBoolean()).isFalse();
    assertThat(run.at("/rows_in").asInt()).isEqualTo(6);
    assertThat(run.at("/results/0/volume/insert").asInt()).isEqualTo(2);
  }

  @Test
  void otherTargetsAreWrongUsage() {
    Command local = run("SELECT 1;", "--target", "local");
    assertThat(local.exitCode()).isEqualTo(2);
    assertThat(local.err()).contains("--target tidemark");
    assertThat(local.out()).isEmpty();
  }

  private Command run(String statements, String... options) {
    List<String> arguments =
        new ArrayList<>(List.of("changelog", "-i", init.toString(), "-e", statements));
    arguments.addAll(List.of(options));
    return Command.run(arguments.toArray(new String[0]));
  }

  private JsonNode json(String statements) throws IOException {
    Command done = run(statements, "--format", "json");
    assertThat(done.exitCode()).as(done.err()).isZero();
    return new ObjectMapper().readTree(done.out());
  }

  private static JsonNode only(JsonNode document) {
    assertThat(document.at("/schema").asText()).isEqualTo("tidemark.changelog/1");
    assertThat(document.at("/statements")).hasSize(1);
    return document.at("/statements/0");
  }

  private static JsonNode advice(JsonNode run, String kind) {
    for (JsonNode advice : run.at("/advice")) {
      if (advice.at("/kind").asText().equals(kind)) {
        return advice;
      }
    }
    return null;
  }

  private static JsonNode operator(JsonNode run, String name) {
    for (JsonNode operator : run.at("/operators")) {
      if (operator.at("/name").asText().startsWith(name)) {
        return operator;
      }
    }
    throw new AssertionError("no operator " + name + " in " + run);
  }
}
