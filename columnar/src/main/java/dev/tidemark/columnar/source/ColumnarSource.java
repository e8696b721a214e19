package dev.tidemark.columnar.source;

import dev.tidemark.columnar.csv.CsvScanner;
import dev.tidemark.columnar.csv.ReadAhead;
import dev.tidemark.columnar.csv.Scanner;
import dev.tidemark.columnar.data.Batch;
import dev.tidemark.columnar.op.Stage;
import dev.tidemark.columnar.op.StageContext;
import dev.tidemark.columnar.state.MemoryBudget;
import dev.tidemark.runtime.observe.NodeObserver;
import dev.tidemark.runtime.source.SteppedSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.streaming.api.operators.StreamSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.IOUtils;

/**
 * Runs a columnar pipeline as a source of the job: to Flink's graph it is a legacy source, to the
 * runtime one that it drives batch by batch.
 */
@SuppressWarnings("deprecation") // the only operator without input that a graph takes as it is
public final class ColumnarSource extends StreamSource<RowData, ColumnarSource.NoFunction>
    implements SteppedSource {
  private static final long serialVersionUID = 1L;

  private final PipelineSpec spec;
  private transient Scanner scanner;
  private transient Stage first;
  private transient List<AutoCloseable> closing;
  private transient WatchedPipeline watched;
  private transient JoinedPipeline joined;

  public ColumnarSource(PipelineSpec spec) {
    super(new NoFunction());
    this.spec = spec;
  }

  /** What it runs. */
  PipelineSpec spec() {
    return spec;
  }

  @Override
  public void open() throws Exception {
    super.open();
    closing = new ArrayList<>();
    if (spec.joined() == null) {
      scanner = scanner(spec);
    }
  }

  private Configuration configuration() {
    return getContainingTask().getEnvironment().getTaskManagerInfo().getConfiguration();
  }

  private Scanner scanner(PipelineSpec of) throws IOException {
    CsvScanner csv = new CsvScanner(of.scan(), of.batchRows(), configuration());
    return of.readAhead() ? new ReadAhead(csv) : csv;
  }

  @Override
  public void observed(List<NodeObserver> operators) {
    watched = new WatchedPipeline(spec, operators);
  }

  private StageContext context() {
    return new StageContext(
        output,
        getExecutionConfig().getAutoWatermarkInterval(),
        spec.batchRows(),
        new MemoryBudget(spec.memoryBytes()),
        getRuntimeContext(),
        closing,
        null);
  }

  private Stage first() throws Exception {
    if (first == null) {
      StageContext context = context();
      first = watched == null ? stages(context) : watched.stages(context);
    }
    return first;
  }

  private Stage stages(StageContext context) throws Exception {
    Stage next = null;
    for (int i = spec.stages().length - 1; i >= 0; i--) {
      next = spec.stages()[i].create(context, next);
    }
    return next;
  }

  @Override
  public boolean step() throws Exception {
    if (spec.joined() != null) {
      if (joined == null) {
        joined = new JoinedPipeline(spec, context(), this::scanner, configuration());
      }
      return joined.step();
    }
    Stage stage = first();
    Batch batch = scanner.next();
    if (batch == null) {
      return false;
    }
    stage.process(batch);
    if (watched != null) {
      watched.rest();
    }
    scanner.release();
    return true;
  }

  @Override
  public void inputEnds() throws Exception {
    if (joined == null) { // else each of the scans has said so when it was at its end
      first().end();
    }
  }

  @Override
  public void close() throws Exception {
    List<AutoCloseable> all = new ArrayList<>();
    all.add(super::close);
    if (scanner != null) {
      all.add(scanner);
    }
    if (closing != null) {
      all.addAll(closing);
    }
    Collections.reverse(all);
    IOUtils.closeAll(all);
  }

  /** Takes the place of the function that a legacy source has; never runs. */
  public static final class NoFunction implements SourceFunction<RowData> {
    private static final long serialVersionUID = 1L;

    @Override
    public void run(SourceContext<RowData> context) {
      throw new UnsupportedOperationException(
          "A columnar plan runs on the target tidemark only: set tidemark.columnar.enabled to"
              + " false for other targets.");
    }

    @Override
    public void cancel() {}
  }
}
