package dev.tidemark.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.cli.client.Wire;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who may have the server run commands. */
class CommandPortTest {

  private final AtomicInteger stops = new AtomicInteger();
  private CommandPort port;

  @BeforeEach
  void open() throws IOException {
    port = new CommandPort("the secret", () -> "fine", stops::incrementAndGet);
    port.start();
  }

  @AfterEach
  void close() throws IOException {
    port.close();
  }

  /** What comes back for some texts; nothing when the connection is closed. */
  private String answer(String... texts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String text : texts) {
      Wire.writeText(new DataOutputStream(bytes), text);
    }
    return answer(bytes.toByteArray());
  }

  private String answer(byte[] bytes) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.port())) {
      socket.getOutputStream().write(bytes);
      byte[] answer = socket.getInputStream().readAllBytes();
      return answer.length == 0
          ? ""
          : Wire.readText(new DataInputStream(new ByteArrayInputStream(answer)));
    } catch (SocketException e) {
      // Closed while there was something left to read.
      return "";
    }
  }

  @Test
  void whoKnowsTheSecretIsAnswered() throws IOException {
    assertThat(answer(Wire.MAGIC, "the secret", Wire.STATUS)).isEqualTo("fine");
    assertThat(answer(Wire.MAGIC, "the secret", Wire.STOP)).isEqualTo("stopping");
    assertThat(stops).hasValue(1);
  }

  @Test
  void nobodyElseIs() throws IOException {
    assertThat(answer(Wire.MAGIC, "a secret", Wire.STOP)).isEmpty();
    assertThat(answer(Wire.MAGIC, "", Wire.STOP)).isEmpty();
    assertThat(answer("tidemark/0", "the secret", Wire.STOP)).isEmpty();
    assertThat(answer("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII))).isEmpty();
    assertThat(answer(new byte[] {0x7f, -1, -1, -1})).isEmpty();
    assertThat(stops).hasValue(0);
    assertThat(answer(Wire.MAGIC, "the secret", Wire.STATUS)).isEqualTo("fine");
  }
}
