package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A script of queries whose tables another script creates, which was forgotten. */
class MissingInitTest {

  private static final String NO_TABLES =
      "  advice: no table was created so far; give the script that creates them by -i ";

  @TempDir private Path folder;

  private Path script;

  @BeforeEach
  void writeScript() throws IOException {
    script = Files.writeString(folder.resolve("top.sql"), "SELECT * FROM sales;\n");
  }

  private Path ddl() throws IOException {
    return Files.writeString(
        folder.resolve("ddl.sql"),
        "CREATE TABLE other (n INT) WITH ('connector' = 'datagen', 'number-of-rows' = '1');\n");
  }

  @Test
  void isAskedFor() {
    Command done = Command.run("sql", "-f", script.toString());

    assertThat(done.err())
        .contains("top.sql:1:15: error: Object 'sales' not found\n")
        .contains(NO_TABLES + "INIT.sql.\n");
    assertThat(done.exitCode()).isEqualTo(1);
  }

  @Test
  void isNamedWhereItLiesBesideTheScript() throws IOException {
    String advice = NO_TABLES + ddl() + ".\n";

    assertThat(Command.run("sql", "-f", script.toString()).err()).contains(advice);
    assertThat(Command.run("changelog", script.toString()).err()).contains(advice);
    assertThat(Command.run("drops", script.toString()).err()).contains(advice);
  }

  @Test
  void isNoMatterWhereThereAreTables() throws IOException {
    String ddl = ddl().toString();
    String both = Files.readString(folder.resolve("ddl.sql")) + Files.readString(script);

    assertThat(Command.run("sql", "-i", ddl, "-f", script.toString()).err())
        .contains("Object 'sales' not found")
        .doesNotContain("advice");
    assertThat(Command.run("sql", "-e", both).err())
        .contains("Object 'sales' not found")
        .doesNotContain("advice");
  }
}
