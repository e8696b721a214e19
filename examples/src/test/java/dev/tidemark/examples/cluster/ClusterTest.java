package dev.tidemark.examples.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.examples.ExamplesJar;
import dev.tidemark.examples.Tidemark;
import dev.tidemark.examples.datastream.MarkerModel;
import dev.tidemark.examples.sql.Lab;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same scripts and the same jar on a real Flink cluster of three processes: what they print
 * there is what they print in one process.
 */
@Tag("cluster")
class ClusterTest {

  @TempDir static Path folder;

  private static Cluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = Cluster.start(Files.createDirectory(folder.resolve("cluster")));
  }

  @AfterAll
  static void stopCluster() throws Exception {
    if (cluster != null) {
      cluster.close();
      assertThat(cluster.status()).containsExactly("no cluster is running");
    }
  }

  static Stream<Lab> scripts() {
    return Lab.all();
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void aScriptPrintsTheSameThereAndHere(Lab lab) {
    Tidemark there = Tidemark.here(arguments("sql", cluster.options(), lab.arguments()));
    Tidemark here = Tidemark.here(arguments("sql", List.of(), lab.arguments()));

    assertThat(there.exitCode()).as(there.err()).isZero();
    assertThat(Lab.mask(there.out())).isEqualTo(Lab.mask(here.out()));
    assertThat(Lab.mask(there.out())).isEqualTo(lab.expected());
  }

  @Test
  void aJarIsShippedAndPrintsTheSame() throws Exception {
    Path jar = ExamplesJar.writeTo(folder);
    List<String> program =
        List.of(
            jar.toString(),
            "-c",
            "dev.tidemark.examples.datastream.MarkerWatermarks",
            "--file",
            MarkerModel.FILE.toString());

    Tidemark here = Tidemark.process(folder, arguments("run", List.of(), program));
    Tidemark there = Tidemark.process(folder, arguments("run", cluster.options(), program));

    assertThat(here.exitCode()).as(here.err()).isZero();
    assertThat(there.exitCode()).as(there.err()).isZero();
    assertThat(MarkerModel.sortedWithinWindows(here.out().lines().toList()))
        .isEqualTo(MarkerModel.run().printed());
    assertThat(cluster.printed()).isEqualTo(here.out().lines().toList());
  }

  private static List<String> arguments(
      String command, List<String> options, List<String> arguments) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(options);
    all.addAll(arguments);
    return all;
  }
}
