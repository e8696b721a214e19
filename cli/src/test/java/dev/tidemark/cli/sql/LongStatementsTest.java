package dev.tidemark.cli.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ResultKind;
import org.apache.flink.table.api.internal.TableResultInternal;
import org.apache.flink.table.client.cli.CliClient;
import org.apache.flink.table.client.cli.TerminalUtils;
import org.apache.flink.table.client.gateway.Executor;
import org.apache.flink.table.client.gateway.StatementResult;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With stand-ins, Flink's client prints and executes the same as without. */
class LongStatementsTest {

  static {
    System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "off");
  }

  @TempDir Path folder;

  private record Run(String out, List<String> statements) {}

  private Run withoutStandIns(String script) throws Exception {
    return run(script, UnaryOperator.identity(), new ByteArrayOutputStream());
  }

  private Run withStandIns(String script, int length) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream display = new PrintStream(out, true, StandardCharsets.UTF_8);
    LongStatements found = LongStatements.in(script, length, display::print);
    return run(found.forClient(), found, out);
  }

  private Run run(String script, UnaryOperator<String> meaning, ByteArrayOutputStream out)
      throws Exception {
    RecordingExecutor executor = new RecordingExecutor(meaning);
    try (CliClient client =
            new CliClient(
                () -> TerminalUtils.createDumbTerminal(InputStream.nullInputStream(), out),
                executor,
                folder.resolve("history"));
        ClientFiles.ScriptFile file = ClientFiles.scriptFile(script)) {
      client.executeInNonInteractiveMode(file.uri());
    }
    return new Run(out.toString(StandardCharsets.UTF_8), executor.statements);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO b VALUES\n  (1, 'x'),\n  (2, 'y')\n;\nSELECT 1;\n",
        "SELECT 1;\n\n\n-- a comment; with ) in it;\n\nSELECT (2)\n  AS x;\nSELECT 3",
        "SELECT 'a;\n)' AS x,\n f[1] AS y /* ;\n*/\n;;\n;\nHELP;\nSELECT (1) ;  \n",
        "SELECT (1);\r\nSELECT\r\n (2)\r\n, 3;\r\n",
        "\tSELECT\t(1)\t,\n\t\t(2);\n\tSELECT 3\t;\t\n",
        "SELECT 2 /* c */*3;\nSELECT (1);\n",
        "SELECT (1); -- not the end\nSELECT (2);\n",
        "SELECT (1);\nQUIT;\nSELECT (2);\n",
        "SELECT ('中文é'),\n ('ü}') ;\nSELECT '(' ;\n",
        "SELECT `a;`,\n '' ';' -- '\n;\n",
        "SELECT (1),\n\n\n   (2)   \n  \n , 3\n\n;\n",
        "SELECT (1) ~ $;\nSELECT (2);\n",
        "SELECT ))((\n[1],\n}\n x;\nSELECT\n(\n1\n)\n;",
      })
  void theClientPrintsAndExecutesTheSame(String script) throws Exception {
    Run expected = withoutStandIns(script);

    assertThat(withStandIns(script, 1)).isEqualTo(expected);
    assertThat(withStandIns(script, 16)).isEqualTo(expected);
  }

  @Test
  void theClientPrintsAndExecutesTheSameOfManyScripts() throws Exception {
    String[] pieces = {
      "SELECT ",
      "(",
      ")",
      "'",
      ";",
      ";\n",
      "\n",
      " ",
      "--",
      "/*",
      "*/",
      "`",
      "x",
      "[1]",
      "/*+ h */",
      "\t",
      "é",
      "\r\n",
      "QUIT;\n",
      "*",
      "/",
      "\"",
      "{",
      "}"
    };
    Random random = new Random(7);
    for (int i = 0; i < 60; i++) {
      StringBuilder script = new StringBuilder("SELECT 0;\n");
      for (int k = random.nextInt(40); k >= 0; k--) {
        script.append(pieces[random.nextInt(pieces.length)]);
      }
      Run expected = withoutStandIns(script.toString());

      assertThat(withStandIns(script.toString(), 1)).as("%s", script).isEqualTo(expected);
    }
  }

  @Test
  void aLongStatementIsReadAtOnce() throws Exception {
    StringBuilder script = new StringBuilder("INSERT INTO b VALUES\n");
    while (script.length() < 2_000_000) {
      script.append("  (").append(script.length()).append(", 'name'),\n");
    }
    script.append("  (0, '');\n");

    LongStatements found = LongStatements.in(script.toString(), LongStatements.LONG, text -> {});

    assertThat(found.forClient()).isEqualTo("long_statement_0;\n");
    assertThat(found.apply("long_statement_0;") + "\n").isEqualTo(script.toString());
  }

  /** Answers OK to every statement. */
  private static final class RecordingExecutor implements Executor {

    private final UnaryOperator<String> meaning;
    private final List<String> statements = new ArrayList<>();

    RecordingExecutor(UnaryOperator<String> meaning) {
      this.meaning = meaning;
    }

    @Override
    public void configureSession(String statement) {
      statements.add(meaning.apply(statement));
    }

    @Override
    public ReadableConfig getSessionConfig() {
      return new Configuration();
    }

    @Override
    public Map<String, String> getSessionConfigMap() {
      return Map.of();
    }

    @Override
    public StatementResult executeStatement(String statement) {
      statements.add(meaning.apply(statement));
      return new StatementResult(
          TableResultInternal.TABLE_RESULT_OK.getResolvedSchema(),
          CloseableIterator.empty(),
          false,
          ResultKind.SUCCESS,
          null);
    }

    @Override
    public List<String> completeStatement(String statement, int position) {
      return List.of();
    }

    @Override
    public String deployScript(String script, URI uri) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }
}
