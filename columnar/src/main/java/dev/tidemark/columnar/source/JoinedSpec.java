package dev.tidemark.columnar.source;

import dev.tidemark.columnar.join.JoinSpec;
import java.io.Serializable;

/**
 * Two pipelines whose rows are joined.
 *
 * @param left what comes in on the left
 * @param right what comes in on the right
 * @param join how they are joined
 */
public record JoinedSpec(PipelineSpec left, PipelineSpec right, JoinSpec join)
    implements Serializable {}
