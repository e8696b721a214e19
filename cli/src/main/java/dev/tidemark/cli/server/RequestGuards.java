package dev.tidemark.cli.server;

import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.io.network.netty.InboundChannelHandlerFactory;
import org.apache.flink.shaded.netty4.io.netty.channel.ChannelHandler;
import org.apache.flink.shaded.netty4.io.netty.channel.ChannelHandlerContext;
import org.apache.flink.shaded.netty4.io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.flink.shaded.netty4.io.netty.channel.ChannelPipeline;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.HttpServerCodec;

/**
 * Puts a {@link RequestGuard} into each connection of our gateway. Flink's REST endpoints look for
 * such factories by service loader, so those of a MiniCluster in this process find it too: it acts
 * only where the endpoint's configuration asks for it.
 */
public final class RequestGuards implements InboundChannelHandlerFactory {

  static final ConfigOption<Boolean> GUARDED =
      ConfigOptions.key("tidemark.server.guarded").booleanType().defaultValue(false);

  static final ConfigOption<String> TOKEN =
      ConfigOptions.key("tidemark.server.token").stringType().noDefaultValue();

  @Override
  public int priority() {
    return Integer.MAX_VALUE;
  }

  @Override
  public Optional<ChannelHandler> createHandler(
      Configuration configuration, Map<String, String> responseHeaders) {
    return configuration.get(GUARDED)
        ? Optional.of(new Usher(configuration.getOptional(TOKEN).map(Token::new)))
        : Optional.empty();
  }

  /**
   * Flink adds what a factory makes behind what puts a request together; the guard goes in front of
   * that, so that nothing of a request is kept before it may come in.
   */
  private static final class Usher extends ChannelInboundHandlerAdapter {

    private final Optional<Token> token;

    Usher(Optional<Token> token) {
      this.token = token;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      ChannelPipeline pipeline = context.pipeline();
      pipeline.addAfter(
          pipeline.context(HttpServerCodec.class).name(),
          "tidemark request guard",
          new RequestGuard(token));
    }
  }
}
