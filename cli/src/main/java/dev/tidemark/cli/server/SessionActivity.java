package dev.tidemark.cli.server;

import java.util.Optional;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.table.gateway.api.operation.OperationHandle;
import org.apache.flink.table.gateway.service.session.Session;

/** A session of the gateway, and what the page's list says of it. */
final class SessionActivity {

  /**
   * Digits of a session's handle that are shown. Who has all of them may use the session; without
   * these eight, 96 bits are left to guess.
   */
  private static final int DIGITS = 8;

  private final Session session;
  private final String name;
  private final LimitedOperations operations;
  private final long since = System.currentTimeMillis();
  private int statements;
  private String sql = "";
  private OperationHandle last;

  SessionActivity(Session session, Optional<String> name, LimitedOperations operations) {
    this.session = session;
    this.name = name.orElse("");
    this.operations = operations;
  }

  Session session() {
    return session;
  }

  /**
   * A statement has begun.
   *
   * @param statement null where a request has none: what Flink says to that comes later
   */
  synchronized void began(String statement, OperationHandle handle) {
    statements++;
    sql = statement == null ? "" : ShownSql.of(statement);
    last = handle;
  }

  synchronized void write(ArrayNode sessions) {
    ObjectNode node = sessions.addObject();
    node.put("session", session.getSessionHandle().getIdentifier().toString().substring(0, DIGITS));
    node.put("name", name);
    node.put("since", since);
    node.put("lastRequest", session.getLastAccessTime());
    node.put("statements", statements);
    node.put("sql", sql);
    node.put("state", last == null ? "new" : operations.state(last));
  }
}
