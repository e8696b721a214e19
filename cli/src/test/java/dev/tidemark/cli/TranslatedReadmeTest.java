package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The README in English and in Chinese say the same, as far as that can be told by a program: the
 * same commands and outputs, which {@link DocumentedCommandsTest} runs once for both, the same
 * sections and tables, the same words in code type and the same links.
 */
class TranslatedReadmeTest {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern CODE = Pattern.compile("`[^`\\n]+`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)]+)\\)");

  private String english;
  private String chinese;

  @BeforeEach
  void read() throws IOException {
    english = Files.readString(Path.of("../README.md"));
    chinese = Files.readString(Path.of("../README.zh-CN.md"));
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(MatchResult::group).toList();
  }

  private static String prose(String text) {
    return BLOCK.matcher(text).replaceAll("");
  }

  @Test
  void sameCommandsAndOutputs() {
    assertThat(all(BLOCK, chinese)).isNotEmpty().isEqualTo(all(BLOCK, english));
  }

  @Test
  void sameSections() {
    Pattern level = Pattern.compile("(?m)^#+ ");

    assertThat(all(level, prose(chinese))).isNotEmpty().isEqualTo(all(level, prose(english)));
  }

  @Test
  void sameRowsOfTablesAndPointsOfLists() {
    Pattern first = Pattern.compile("(?m)^(\\| `[^`]+` \\||- )");

    assertThat(all(first, chinese)).isNotEmpty().isEqualTo(all(first, english));
  }

  @Test
  void sameWordsInCodeType() {
    assertThat(new TreeSet<>(all(CODE, prose(chinese))))
        .isEqualTo(new TreeSet<>(all(CODE, prose(english))));
  }

  @Test
  void sameLinksButToEachOther() {
    TreeSet<String> links = new TreeSet<>();
    LINK.matcher(chinese).results().forEach(link -> links.add(link.group(1)));
    TreeSet<String> originals = new TreeSet<>();
    LINK.matcher(english).results().forEach(link -> originals.add(link.group(1)));

    assertThat(links.remove("README.md")).isTrue();
    assertThat(originals.remove("README.zh-CN.md")).isTrue();
    assertThat(links).isEqualTo(originals);
    assertThat(links).allSatisfy(link -> assertThat(Path.of("..", link)).exists());
  }
}
