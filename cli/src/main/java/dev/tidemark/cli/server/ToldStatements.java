package dev.tidemark.cli.server;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.gateway.api.operation.OperationHandle;
import org.apache.flink.table.gateway.api.session.SessionHandle;
import org.apache.flink.table.gateway.service.SqlGatewayServiceImpl;

/** Flink's service, whose sessions hear which statements they run. */
final class ToldStatements extends SqlGatewayServiceImpl {

  private final GatewaySessions sessions;

  ToldStatements(GatewaySessions sessions) {
    super(sessions);
    this.sessions = sessions;
  }

  @Override
  public OperationHandle executeStatement(
      SessionHandle session, String statement, long timeoutMillis, Configuration configuration) {
    OperationHandle operation =
        super.executeStatement(session, statement, timeoutMillis, configuration);
    sessions.began(session, statement, operation);
    return operation;
  }
}
