package dev.tidemark.conformance.program;

import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.functions.sink.filesystem.BucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;

/** One bucket for each first letter that is not a digit. */
final class ByFirstKey implements BucketAssigner<String, String> {
  private static final long serialVersionUID = 1L;

  @Override
  public String getBucketId(String line, Context context) {
    return "key=" + line.replaceAll("[0-9]", "").charAt(0);
  }

  @Override
  public SimpleVersionedSerializer<String> getSerializer() {
    return SimpleVersionedStringSerializer.INSTANCE;
  }
}
