package dev.tidemark.cli.server;

import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.io.network.netty.InboundChannelHandlerFactory;
import org.apache.flink.shaded.netty4.io.netty.channel.ChannelHandler;

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
        ? Optional.of(new RequestGuard(configuration.getOptional(TOKEN).map(Token::new)))
        : Optional.empty();
  }
}
