package dev.tidemark.runtime.host;

import java.io.File;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.taskmanager.TaskManagerRuntimeInfo;

/**
 * What operators may ask about the machine they run on.
 *
 * @param resources the job's configuration and temporary directory
 */
record HostTaskManagerInfo(JobResources resources) implements TaskManagerRuntimeInfo {
  @Override
  public Configuration getConfiguration() {
    return resources.configuration();
  }

  @Override
  public String[] getTmpDirectories() {
    return new String[] {resources.tmpDirectory().getAbsolutePath()};
  }

  @Override
  public boolean shouldExitJvmOnOutOfMemoryError() {
    return false;
  }

  @Override
  public String getTaskManagerExternalAddress() {
    return "localhost";
  }

  @Override
  public String getTaskManagerBindAddress() {
    return "localhost";
  }

  @Override
  public File getTmpWorkingDirectory() {
    return resources.tmpDirectory();
  }
}
