package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * {@code SET;} lists what Flink's SQL client 2.3.0 lists (recorded with {@code parallelism.default:
 * 1} and {@code sql-client.execution.result-mode: tableau} in its config.yaml), with the exceptions
 * that docs/sql-client.md names.
 */
class SettingsListTest {

  private static final Pattern ROW = Pattern.compile("\\| +(\\S+) \\| +(\\S+) \\|");

  private static final Map<String, String> FLINKS =
      Map.ofEntries(
          Map.entry("$internal.deployment.config-dir", "/etc/flink/conf"),
          Map.entry("execution.attached", "true"),
          Map.entry("execution.shutdown-on-attached-exit", "false"),
          Map.entry("execution.state-recovery.claim-mode", "NO_CLAIM"),
          Map.entry("execution.state-recovery.ignore-unclaimed-state", "false"),
          Map.entry("execution.target", "local"),
          Map.entry("parallelism.default", "1"),
          Map.entry("sql-client.execution.result-mode", "tableau"),
          Map.entry("sql-gateway.endpoint.rest.address", "localhost"),
          Map.entry("sql-gateway.endpoint.rest.port", "37859"),
          Map.entry("table.resources.download-dir", "/tmp/sql-gateway-c564cfe5"));

  private static Map<String, String> listed(String... options) {
    Command done = Command.sql(options);
    Map<String, String> found = new TreeMap<>();
    Matcher rows = ROW.matcher(done.out());
    while (rows.find()) {
      found.put(rows.group(1), rows.group(2));
    }
    assertThat(found.remove("key")).isEqualTo("value");
    return found;
  }

  @Test
  void likeFlinksClient() {
    Map<String, String> expected = new TreeMap<>(FLINKS);
    // There is neither a gateway's port nor, without FLINK_CONF_DIR, a directory.
    expected.remove("sql-gateway.endpoint.rest.address");
    expected.remove("sql-gateway.endpoint.rest.port");
    if (System.getenv("FLINK_CONF_DIR") == null) {
      expected.remove("$internal.deployment.config-dir");
    }
    // Where jobs run, and a folder that is made for each run.
    expected.put("execution.target", Command.target());
    expected.remove("table.resources.download-dir");

    Map<String, String> found = listed("-e", "SET;");

    assertThat(found.remove("table.resources.download-dir")).contains("sql-gateway-");
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void whatAPersonSetsWins() {
    Map<String, String> found =
        listed(
            "-D",
            "execution.state-recovery.claim-mode=CLAIM",
            "-e",
            "SET 'execution.shutdown-on-attached-exit' = 'true'; SET;");

    assertThat(found)
        .containsEntry("execution.state-recovery.claim-mode", "CLAIM")
        .containsEntry("execution.shutdown-on-attached-exit", "true");
  }
}
