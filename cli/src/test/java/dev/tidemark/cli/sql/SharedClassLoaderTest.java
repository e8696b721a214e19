package dev.tidemark.cli.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.cli.rows.RowFormat;
import java.net.URI;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;

/** Which sessions share a class loader, and what it lets them do. */
class SharedClassLoaderTest {

  @Test
  void onlyStatementsThatCannotAddJarsShareIt() {
    assertThat(request(null, "SELECT 1;", List.of()).bringsCode()).isFalse();
    assertThat(request("SET 'a' = 'b';", "SELECT 1;", List.of()).bringsCode()).isFalse();
    assertThat(request(null, "add jar 'f.jar';", List.of()).bringsCode()).isTrue();
    assertThat(request("ADD JAR 'f.jar';", "SELECT 1;", List.of()).bringsCode()).isTrue();
    assertThat(request(null, "CREATE FUNCTION f AS 'F' USING ARTIFACT 'f.jar';", List.of()))
        .matches(SqlRequest::bringsCode);
    assertThat(request(null, "SELECT 1;", List.of(URI.create("file:/f.jar"))).bringsCode())
        .isTrue();
    assertThat(request("SELECT 1;", null, List.of()).bringsCode()).isTrue();
  }

  @Test
  void oneSessionCannotChangeItForAnother() throws Exception {
    SharedClassLoader loader = SharedClassLoader.INSTANCE;
    assertThatThrownBy(() -> loader.addURL(URI.create("file:/f.jar").toURL()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("f.jar");
    assertThat(loader.isRegisteredAsParallelCapable()).isTrue();
    loader.close();
    assertThat(loader.copy().loadClass(SqlRequest.class.getName())).isEqualTo(SqlRequest.class);
  }

  private static SqlRequest request(String init, String script, List<URI> jars) {
    return new SqlRequest(
        new Configuration(),
        init == null ? null : Script.of("init", init),
        script == null ? null : Script.of("script", script),
        jars,
        RowFormat.SQL_CLIENT,
        false,
        null);
  }
}
