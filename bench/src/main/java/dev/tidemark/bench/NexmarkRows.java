package dev.tidemark.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.util.Random;

/**
 * The rows for {@link Nexmark}: of 50 events one is a person, three are auctions, the others bids.
 * There are a thousand events a second, in their order. Half of the bids go to one auction in a
 * hundred, three quarters come from one person in a hundred.
 */
final class NexmarkRows {
  private static final int EVENTS = 50;
  private static final int AUCTIONS = 3;
  private static final long FIRST_ID = 1000;
  private static final String[] STATES = {"AZ", "CA", "ID", "OR", "WA", "WY"};
  private static final String[] CITIES = {"Phoenix", "Los Angeles", "Boise", "Portland", "Bend"};
  private static final String[] CHANNELS = {"Google", "Facebook", "Baidu", "Apple"};

  private NexmarkRows() {}

  /** Writes the row of an event, if it belongs to the file. */
  static void write(BufferedWriter out, Work.Data data, int event, Random random)
      throws IOException {
    int kind = event % EVENTS;
    Work.Data its =
        kind == 0 ? Work.Data.PERSONS : kind <= AUCTIONS ? Work.Data.AUCTIONS : Work.Data.BIDS;
    if (its != data) {
      return;
    }
    long person = event / EVENTS;
    long auction = person * AUCTIONS + Math.min(Math.max(kind, 1), AUCTIONS) - 1;
    switch (data) {
      case PERSONS -> person(out, person, random);
      case AUCTIONS -> auction(out, event, person, auction, random);
      default -> bid(out, person, auction, random);
    }
    WorkFiles.time(out, event);
  }

  private static void person(BufferedWriter out, long person, Random random) throws IOException {
    long id = FIRST_ID + person;
    String name = "Walter " + Integer.toString(random.nextInt(1 << 20), 36);
    write(
        out,
        id,
        name,
        "w" + id + "@example.com",
        String.format("%016d", random.nextLong(1L << 50)));
    write(out, CITIES[random.nextInt(CITIES.length)], STATES[random.nextInt(STATES.length)]);
  }

  private static void auction(
      BufferedWriter out, int event, long person, long auction, Random random) throws IOException {
    long initial = price(random);
    write(out, FIRST_ID + auction, "item " + random.nextInt(100_000));
    write(out, "a thing that somebody has no use for " + random.nextInt(1 << 20));
    write(out, initial, initial + price(random));
    StringBuilder expires = new StringBuilder();
    WorkFiles.time(expires, event + 1L + random.nextInt(3_500));
    write(out, expires.toString().strip(), seller(person, random), 10 + random.nextInt(5));
  }

  private static void bid(BufferedWriter out, long person, long auction, Random random)
      throws IOException {
    boolean hot = random.nextBoolean();
    long wanted =
        hot ? auction / 100 * 100 : auction - random.nextInt((int) Math.min(100, auction + 1));
    String channel =
        random.nextBoolean()
            ? CHANNELS[random.nextInt(CHANNELS.length)]
            : "channel-" + random.nextInt(10_000);
    write(out, FIRST_ID + wanted, 1 + seller(person, random), price(random), channel);
    write(out, "https://www.example.com/" + random.nextInt(1 << 24) + "/item.htm?query=1");
  }

  private static long seller(long person, Random random) {
    return FIRST_ID
        + (random.nextInt(4) > 0
            ? person / 100 * 100
            : person - random.nextInt((int) Math.min(1_000, person + 1)));
  }

  private static long price(Random random) {
    return Math.round(Math.pow(10, random.nextDouble() * 6) * 100);
  }

  private static void write(BufferedWriter out, Object... values) throws IOException {
    for (Object each : values) {
      out.write(each.toString());
      out.write(',');
    }
  }
}
