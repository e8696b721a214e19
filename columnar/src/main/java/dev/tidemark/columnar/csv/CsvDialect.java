package dev.tidemark.columnar.csv;

import java.io.Serializable;

/**
 * How a file separates its values, as far as the quick reader understands it.
 *
 * @param delimiter the byte between two fields
 * @param quote the byte around a field, or -1
 * @param escape the byte that takes the next one's meaning away, or -1
 * @param nullLiteral what stands for a missing value, in UTF-8; null if nothing does
 * @param emptyIsNull whether an empty field is a missing value
 * @param fields how many fields a record has
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CsvDialect(
    byte delimiter, int quote, int escape, byte[] nullLiteral, boolean emptyIsNull, int fields)
    implements Serializable {}
