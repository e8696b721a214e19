package dev.tidemark.cli.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SqlTextTest {

  @Test
  void firstTokenIsBehindCommentsAndBlanks() {
    assertThat(SqlText.firstToken(" -- a\n /* b */ SELECT")).isEqualTo(15);
    assertThat(SqlText.firstToken("-- only a comment")).isEqualTo(-1);
    assertThat(SqlText.firstToken("/* open")).isEqualTo(-1);
    assertThat(SqlText.firstToken(" ;\n")).isEqualTo(-1);
  }

  @Test
  void semicolonsInQuotesAndCommentsSeparateNothing() {
    assertThat(SqlText.hasInnerSemicolon("SELECT ';' -- ;\n AS `;`;")).isFalse();
    assertThat(SqlText.hasInnerSemicolon("SELECT 1; SELECT 2;")).isTrue();
    assertThat(SqlText.hasInnerSemicolon("SELECT 1; -- note;")).isTrue();
  }

  @Test
  void tabsMatterBetweenWordsOnly() {
    assertThat(SqlText.tabBetweenWords("SELECT\ta")).isEqualTo(6);
    assertThat(SqlText.tabBetweenWords("\tSELECT a,\tb -- x\ty")).isEqualTo(-1);
  }

  @Test
  void coloursAreFilteredWhereverTheyAreCut() throws IOException {
    String coloured = "a\u001b[34;1m[INFO]\u001b[0m b\u001b[K\u001bc";
    for (int cut = 0; cut <= coloured.length(); cut++) {
      ByteArrayOutputStream plain = new ByteArrayOutputStream();
      ColourFilter filter = new ColourFilter(plain);
      filter.write(coloured.substring(0, cut).getBytes(StandardCharsets.UTF_8));
      filter.write(coloured.substring(cut).getBytes(StandardCharsets.UTF_8));

      assertThat(plain.toString(StandardCharsets.UTF_8)).isEqualTo("a[INFO] b\u001b[K\u001bc");
    }
  }
}
