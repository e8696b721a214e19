package dev.tidemark.cli.sql;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.BooleanSupplier;

/**
 * Passes bytes on until the run is stopped: what Flink's client says of its own end is no output.
 */
final class UntilStopped extends FilterOutputStream {

  private final BooleanSupplier stopped;

  UntilStopped(OutputStream out, BooleanSupplier stopped) {
    super(out);
    this.stopped = stopped;
  }

  @Override
  public void write(int value) throws IOException {
    if (!stopped.getAsBoolean()) {
      out.write(value);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (!stopped.getAsBoolean()) {
      out.write(bytes, offset, length);
    }
  }

  @Override
  public void close() throws IOException {
    // The stream below belongs to the process, not to the client's terminal.
    flush();
  }
}
