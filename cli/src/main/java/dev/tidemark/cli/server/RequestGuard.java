package dev.tidemark.cli.server;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.flink.runtime.rest.util.RestConstants;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.netty4.io.netty.buffer.Unpooled;
import org.apache.flink.shaded.netty4.io.netty.channel.ChannelFuture;
import org.apache.flink.shaded.netty4.io.netty.channel.ChannelFutureListener;
import org.apache.flink.shaded.netty4.io.netty.channel.ChannelHandlerContext;
import org.apache.flink.shaded.netty4.io.netty.channel.ChannelInboundHandlerAdapter;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.DefaultFullHttpResponse;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.FullHttpResponse;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.HttpContent;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.HttpHeaderNames;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.HttpHeaderValues;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.HttpRequest;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.HttpResponseStatus;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.HttpVersion;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.http.LastHttpContent;
import org.apache.flink.shaded.netty4.io.netty.util.ReferenceCountUtil;

/**
 * Turns requests away that no client of ours has sent. A web page can have a browser send requests
 * to this machine: one from another site carries its {@code Origin}, and one that has a name of its
 * own lead to this machine (DNS rebinding) carries that name as {@code Host}.
 */
final class RequestGuard extends ChannelInboundHandlerAdapter {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Bytes of a refused request's body that are read and thrown away before the end. */
  private static final long LONGEST_REST = 16L << 20;

  private final Optional<Token> token;
  private ChannelFuture answered;
  private long rest;

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
    if (answered != null) {
      throwAway(message);
      return;
    }
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

  /** The sender sees the answer only if what it has sent is read. */
  private void throwAway(Object message) {
    if (message instanceof HttpContent content) {
      rest += content.content().readableBytes();
    }
    boolean last = message instanceof LastHttpContent;
    ReferenceCountUtil.release(message);
    if (last || rest > LONGEST_REST) {
      ChannelFuture unused = answered.addListener(ChannelFutureListener.CLOSE);
    }
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

  /**
   * The connection ends with it, when the rest of the request has come: who was refused once need
   * not try again on the same one.
   */
  private void refuse(ChannelHandlerContext context, Refusal refusal) {
    byte[] body =
        JSON.createObjectNode()
            .set("errors", JSON.createArrayNode().add(refusal.reason()))
            .toString()
            .getBytes(StandardCharsets.UTF_8);
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, refusal.status(), Unpooled.wrappedBuffer(body));
    Gateway.RESPONSE_HEADERS.forEach(response.headers()::set);
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, RestConstants.REST_CONTENT_TYPE);
    response.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
    response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    answered = context.writeAndFlush(response);
  }
}
