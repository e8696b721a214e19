package dev.tidemark.runtime.engine;

import dev.tidemark.runtime.spi.ResultBuffer;
import java.util.Collection;
import org.apache.flink.runtime.jobgraph.OperatorID;

/** The result buffers of a job, one for each sink whose results a client collects. */
public interface ResultBuffers {
  /** The buffer of a collecting sink. */
  ResultBuffer of(OperatorID sink);

  /** All buffers of the job. */
  Collection<ResultBuffer> all();
}
