package dev.tidemark.cli;

import org.apache.flink.runtime.util.EnvironmentInformation;
import picocli.CommandLine.IVersionProvider;

/** The versions of Tidemark, Flink and Java that this process runs. */
final class Versions implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {
      "tidemark " + tidemark(), "Apache Flink " + flink(), "Java " + Runtime.version()
    };
  }

  static String tidemark() {
    String version = Versions.class.getPackage().getImplementationVersion();
    return version == null ? "(development build)" : version;
  }

  static String flink() {
    return EnvironmentInformation.getVersion();
  }
}
