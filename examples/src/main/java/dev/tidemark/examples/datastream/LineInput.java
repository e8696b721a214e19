package dev.tidemark.examples.datastream;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ParameterTool;

/**
 * Where the programs of this package get their lines from: {@code --file PATH}, or {@code --host
 * HOST --port PORT} (by default localhost and 9999), for example the other end of {@code nc -lk
 * 9999}.
 */
final class LineInput {

  private static final int DEFAULT_PORT = 9999;

  /** The non-blank lines of the input that the arguments name, trimmed. */
  static DataStream<String> lines(StreamExecutionEnvironment env, ParameterTool arguments) {
    DataStream<String> raw =
        arguments.has("file") ? file(env, arguments.get("file")) : socket(env, arguments);
    return raw.map(String::trim)
        .name("trim")
        .filter(line -> !line.isEmpty())
        .name("skip blank lines");
  }

  private static DataStream<String> file(StreamExecutionEnvironment env, String path) {
    FileSource<String> source =
        FileSource.forRecordStreamFormat(new TextLineInputFormat(), new Path(path)).build();
    return env.fromSource(source, WatermarkStrategy.noWatermarks(), path);
  }

  private static DataStream<String> socket(
      StreamExecutionEnvironment env, ParameterTool arguments) {
    return env.socketTextStream(
        arguments.get("host", "localhost"), arguments.getInt("port", DEFAULT_PORT));
  }

  private LineInput() {}
}
