package dev.tidemark.cli.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.gateway.service.result.ResultStore;
import org.apache.flink.table.gateway.service.utils.SqlExecutionException;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An error in the thread that takes in a result reaches who waits for rows. */
@Timeout(60)
class StatementThreadsTest {
  private final StatementThreads threads = new StatementThreads();

  /** What Flink's gateway makes of a result, on a thread of a statement. */
  private ResultStore store(CloseableIterator<RowData> rows) throws InterruptedException {
    AtomicReference<ResultStore> made = new AtomicReference<>();
    Thread statement = new Thread(threads, () -> made.set(new ResultStore(rows, 10)), "statement");
    statement.start();
    statement.join();
    return made.get();
  }

  @Test
  void thatComesBeforeAnybodyWaitsOrAfterIt() throws Exception {
    for (boolean waitsFirst : new boolean[] {true, false}) {
      CountDownLatch fails = new CountDownLatch(waitsFirst ? 1 : 0);
      ResultStore store = store(new Failing(fails));
      assertThatThrownBy(
              () ->
                  threads.await(
                      () -> {
                        fails.countDown();
                        store.waitUntilHasData();
                        return store.retrieveRecords();
                      }))
          .isInstanceOf(SqlExecutionException.class)
          .hasCauseInstanceOf(OutOfMemoryError.class);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
      assertThat(threads.await(() -> "next")).isEqualTo("next");
    }
  }

  @Test
  void whatIsWellComesThrough() throws Exception {
    ResultStore store =
        store(CloseableIterator.adapterForIterator(Collections.<RowData>emptyIterator()));
    Optional<List<RowData>> rows =
        threads.await(
            () -> {
              store.waitUntilHasData();
              return store.retrieveRecords();
            });
    assertThat(rows).isEmpty();
  }

  private record Failing(CountDownLatch when) implements CloseableIterator<RowData> {
    @Override
    public boolean hasNext() {
      try {
        when.await();
      } catch (InterruptedException e) {
        return false;
      }
      throw new OutOfMemoryError("Java heap space");
    }

    @Override
    public RowData next() {
      throw new IllegalStateException();
    }

    @Override
    public void close() {}
  }
}
