package dev.tidemark.insight.sweep;

import java.util.List;
import java.util.OptionalLong;

/**
 * An operator's losses against the watermark delay.
 *
 * @param node index of the operator in the plan
 * @param name its name
 * @param rowsIn rows that it got in the script's own run
 * @param points what it loses, by rising delay
 * @param curve the same in more points, enough for a picture; each is exact to the resolution
 * @param keeping delays that keep 99 %, 99.9 % and all of the rows, and all contributions
 * @param knee the delay beyond which waiting longer pays less and less; see {@link Knee}
 * @param ranFrom the delay from which on each point took a run of its own; empty if one run told
 *     them all, or if none could be told so
 * @param resolution to how many milliseconds the delays are known; 1 if exactly
 */
public record SweptOperator(
    int node,
    String name,
    long rowsIn,
    List<SweepPoint> points,
    List<SweepPoint> curve,
    List<Keeping> keeping,
    OptionalLong knee,
    OptionalLong ranFrom,
    long resolution) {}
