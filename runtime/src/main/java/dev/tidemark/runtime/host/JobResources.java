package dev.tidemark.runtime.host;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.flink.api.common.cache.DistributedCache;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.broadcast.BroadcastVariableManager;
import org.apache.flink.runtime.instance.SlotSharingGroupId;
import org.apache.flink.runtime.io.disk.iomanager.IOManager;
import org.apache.flink.runtime.io.disk.iomanager.IOManagerAsync;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.memory.MemoryManager;
import org.apache.flink.runtime.memory.SharedResources;
import org.apache.flink.runtime.query.KvStateRegistry;
import org.apache.flink.util.FileUtils;

/**
 * What the operators of one job share. Threads, files and managed memory are made when first asked
 * for: most jobs need none of them.
 */
public final class JobResources implements AutoCloseable {
  /** Managed memory per slot sharing group unless configured; the MiniCluster's default. */
  private static final MemorySize DEFAULT_MANAGED_MEMORY = MemorySize.ofMebiBytes(128);

  private final Configuration configuration;
  private final Map<String, Future<org.apache.flink.core.fs.Path>> cachedFiles;
  private final Map<SlotSharingGroupId, MemoryManager> memory = new LinkedHashMap<>();
  final SharedResources shared = new SharedResources();
  final BroadcastVariableManager broadcastVariables = new BroadcastVariableManager();
  final GlobalAggregates globalAggregates = new GlobalAggregates();
  final KvStateRegistry kvStates = new KvStateRegistry();
  private IOManager ioManager;
  private File tmpDirectory;

  public JobResources(Configuration configuration, JobGraph jobGraph) {
    this.configuration = configuration;
    this.cachedFiles = new LinkedHashMap<>();
    for (Map.Entry<String, DistributedCache.DistributedCacheEntry> artifact :
        jobGraph.getUserArtifacts().entrySet()) {
      // No copy: a file that this process can read is where the user put it.
      cachedFiles.put(
          artifact.getKey(),
          CompletableFuture.completedFuture(
              new org.apache.flink.core.fs.Path(artifact.getValue().filePath)));
    }
  }

  /** The effective configuration of the job. */
  public Configuration configuration() {
    return configuration;
  }

  Map<String, Future<org.apache.flink.core.fs.Path>> cachedFiles() {
    return cachedFiles;
  }

  synchronized MemoryManager memoryOf(SlotSharingGroupId group) {
    return memory.computeIfAbsent(
        group,
        g ->
            MemoryManager.create(
                configuration
                    .getOptional(TaskManagerOptions.MANAGED_MEMORY_SIZE)
                    .orElse(DEFAULT_MANAGED_MEMORY)
                    .getBytes(),
                MemoryManager.DEFAULT_PAGE_SIZE));
  }

  synchronized IOManager ioManager() {
    if (ioManager == null) {
      ioManager = new IOManagerAsync(tmpDirectory().getAbsolutePath());
    }
    return ioManager;
  }

  /** Where spilled data goes; made when first asked for, deleted with the job. */
  public synchronized File tmpDirectory() {
    if (tmpDirectory == null) {
      try {
        String parent = System.getProperty("java.io.tmpdir");
        tmpDirectory = Files.createTempDirectory(Path.of(parent), "tidemark-").toFile();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot create a temporary directory", e);
      }
    }
    return tmpDirectory;
  }

  @Override
  public synchronized void close() throws Exception {
    if (ioManager != null) {
      ioManager.close();
    }
    memory.values().forEach(MemoryManager::shutdown);
    if (tmpDirectory != null) {
      FileUtils.deleteDirectoryQuietly(tmpDirectory);
    }
  }
}
