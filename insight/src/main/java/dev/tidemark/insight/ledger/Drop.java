package dev.tidemark.insight.ledger;

import dev.tidemark.insight.run.SourceRow;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A row that an operator dropped, whole or for some of its windows.
 *
 * @param node index of the operator in the plan
 * @param reason why
 * @param row where it came from; null if it was not a source's row but one that an operator made
 *     and released at a watermark
 * @param retraction whether it is not that row but takes back an older one, which that row replaces
 * @param values what the row held: the source's row, or the operator's where there is no source row
 * @param rowTime its event time in epoch milliseconds; null where the operator has none
 * @param watermark the watermark when it came, in epoch milliseconds
 * @param setBy the row that had moved the watermark there; null if unknown
 * @param missed the windows that it is missing from; empty for operators without windows
 * @param whole whether it was dropped whole; else it still counts in later windows
 * @param late how late, in milliseconds: the least by which the watermark would have had to be
 *     lower all the time; at least 1, and 0 for a row that was in time
 * @param keepingDelay the smallest watermark delay in milliseconds that would have kept it in all
 *     of its windows; empty if it cannot be told
 */
public record Drop(
    int node,
    DropReason reason,
    SourceRow row,
    boolean retraction,
    Map<String, String> values,
    Long rowTime,
    long watermark,
    SourceRow setBy,
    List<Window> missed,
    boolean whole,
    long late,
    OptionalLong keepingDelay) {}
