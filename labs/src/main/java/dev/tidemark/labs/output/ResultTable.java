package dev.tidemark.labs.output;

import dev.tidemark.labs.model.Entry;
import java.util.List;
import java.util.OptionalLong;

/**
 * A result as the client has drawn it.
 *
 * @param columns without {@code op}
 * @param changelog whether there is a column {@code op}: the query ran in streaming mode
 * @param entries the rows
 * @param closed whether the table has its lower border
 * @param promised how many rows the client says that there are; empty if it does not say
 * @param misaligned a row that is not as wide as the others, as the client would never draw it;
 *     null if there is none
 */
public record ResultTable(
    List<String> columns,
    boolean changelog,
    List<Entry> entries,
    boolean closed,
    OptionalLong promised,
    String misaligned) {}
