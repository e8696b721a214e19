package dev.tidemark.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** What a person may have meant by a word that is not known. */
public final class Nearest {

  private Nearest() {}

  /** The known word that is closest, if it is close: at most a third of the letters differ. */
  public static Optional<String> to(String word, Collection<String> known) {
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    return known.stream()
        .min(Comparator.comparing((String each) -> distance.apply(word, each)))
        .filter(each -> distance.apply(word, each) <= Math.max(1, each.length() / 3));
  }
}
