package dev.tidemark.cli.server;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.runtime.rest.handler.util.HandlerUtils;
import org.apache.flink.runtime.rest.messages.ErrorResponseBody;
import org.apache.flink.shaded.netty4.io.netty.channel.ChannelFuture;
import org.apache.flink.shaded.netty4.io.netty.channel.ChannelHandlerContext;
import org.apache.flink.shaded.netty4.io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.HttpHeaderNames;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.HttpRequest;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.HttpResponseStatus;
import org.apache.flink.shaded.netty4.io.netty.util.ReferenceCountUtil;

/**
 * Turns requests away that no client of ours has sent. A web page can have a browser send requests
 * to this machine: one from another site carries its {@code Origin}, and one that has a name of its
 * own lead to this machine (DNS rebinding) carries that name as {@code Host}.
 */
final class RequestGuard extends ChannelInboundHandlerAdapter {

  private final Optional<Token> token;

  /**
   * Guards one connection.
   *
   * @param token what requests have to carry; then any name of this machine will do, since a page
   *     does not know the token
   */
  RequestGuard(Optional<Token> token) {
    this.token = token;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    if (message instanceof HttpRequest request) {
      Optional<Refusal> refusal = check(request);
      if (refusal.isPresent()) {
        refuse(context, refusal.get());
        ReferenceCountUtil.release(message);
        return;
      }
    }
    super.channelRead(context, message);
  }

  private record Refusal(HttpResponseStatus status, String reason) {}

  private Optional<Refusal> check(HttpRequest request) {
    List<String> hosts = request.headers().getAll(HttpHeaderNames.HOST);
    if (hosts.size() != 1 || hosts.get(0).isBlank()) {
      return refusal(HttpResponseStatus.BAD_REQUEST, "The request needs one header Host.");
    }
    String host = hosts.get(0).strip().toLowerCase(Locale.ROOT);
    if (token.isEmpty() && !OwnNames.include(host)) {
      return refusal(
          HttpResponseStatus.FORBIDDEN,
          "This server is called localhost, not '" + host + "': the header Host is refused.");
    }
    for (String origin : request.headers().getAll(HttpHeaderNames.ORIGIN)) {
      if (!isOrigin(host, origin)) {
        return refusal(
            HttpResponseStatus.FORBIDDEN,
            "A page of " + origin + " has no business here: the header Origin is refused.");
      }
    }
    if (token.isPresent()
        && !token.get().isIn(request.headers().get(HttpHeaderNames.AUTHORIZATION))) {
      return refusal(
          HttpResponseStatus.UNAUTHORIZED,
          "This server wants its token: 'Authorization: Bearer TOKEN'.");
    }
    return Optional.empty();
  }

  private static Optional<Refusal> refusal(HttpResponseStatus status, String reason) {
    return Optional.of(new Refusal(status, reason));
  }

  private static boolean isOrigin(String host, String origin) {
    try {
      URI uri = URI.create(origin.strip().toLowerCase(Locale.ROOT));
      return "http".equals(uri.getScheme()) && host.equals(uri.getAuthority());
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** The connection ends with it: who was refused once need not try again on the same one. */
  private static void refuse(ChannelHandlerContext context, Refusal refusal) {
    CompletableFuture<?> unused =
        HandlerUtils.sendErrorResponse(
                context,
                false,
                new ErrorResponseBody(refusal.reason()),
                refusal.status(),
                Gateway.RESPONSE_HEADERS)
            .thenCompose(sent -> closed(context));
  }

  private static CompletableFuture<Void> closed(ChannelHandlerContext context) {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    ChannelFuture unused = context.close().addListener(done -> closed.complete(null));
    return closed;
  }
}
