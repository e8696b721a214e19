package dev.tidemark.cli.server;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** One of a caller's output streams: each write becomes a frame. To be buffered by who writes. */
final class FrameStream extends OutputStream {

  private final DataOutputStream wire;
  private final byte kind;
  private final Runnable gone;

  /**
   * Writes to a caller.
   *
   * @param wire shared with other streams; locked for each frame
   * @param gone called when the caller is not there any more; what is written then is lost
   */
  FrameStream(DataOutputStream wire, byte kind, Runnable gone) {
    this.wire = wire;
    this.kind = kind;
    this.gone = gone;
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    if (length == 0) {
      return;
    }
    try {
      send(wire, kind, bytes, offset, length);
    } catch (IOException e) {
      gone.run();
    }
  }

  /** Sends a frame. */
  static void send(DataOutputStream wire, byte kind, byte[] bytes, int offset, int length)
      throws IOException {
    synchronized (wire) {
      wire.writeByte(kind);
      wire.writeInt(length);
      wire.write(bytes, offset, length);
      wire.flush();
    }
  }
}
