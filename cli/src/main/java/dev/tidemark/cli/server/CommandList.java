package dev.tidemark.cli.server;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** The last calls of {@code bin/sql-client.sh}, for the page's list. */
final class CommandList {

  private static final int KEPT = 20;

  private final Deque<Entry> entries = new ArrayDeque<>();
  private int last;

  /** One call. */
  final class Entry {
    private final int number;
    private final String words;
    private final String directory;
    private final long since = System.currentTimeMillis();
    private Integer exitCode;
    private long end;

    private Entry(int number, List<String> words, Path directory) {
      this.number = number;
      this.words = ShownSql.of(String.join(" ", words));
      this.directory = directory.toString();
    }

    void over(int code) {
      synchronized (CommandList.this) {
        exitCode = code;
        end = System.currentTimeMillis();
      }
    }

    private void write(ObjectNode node) {
      node.put("command", number);
      node.put("words", words);
      node.put("directory", directory);
      node.put("since", since);
      if (exitCode != null) {
        node.put("exitCode", exitCode);
        node.put("millis", end - since);
      }
    }
  }

  /** A call begins. */
  synchronized Entry begin(List<String> words, Path directory) {
    Entry entry = new Entry(++last, words, directory);
    entries.addLast(entry);
    Iterator<Entry> oldest = entries.iterator();
    while (entries.size() > KEPT && oldest.hasNext()) {
      if (oldest.next().exitCode != null) {
        oldest.remove();
      }
    }
    return entry;
  }

  /** The latest first. */
  synchronized void write(ArrayNode commands) {
    entries.descendingIterator().forEachRemaining(entry -> entry.write(commands.addObject()));
  }
}
