package dev.tidemark.bench;

import dev.tidemark.bench.Work.Data;
import java.util.List;

/**
 * Queries after those of the Nexmark suite (q0–q5, q7–q9, q11, q15–q18) over persons, auctions and
 * bids in three files. Its q12 is left out: windows on processing time say how fast the engine is,
 * not what the rows are.
 */
final class Nexmark {
  private Nexmark() {}

  private static final String BID = "auction BIGINT, bidder BIGINT, price BIGINT";

  /** Bids in the time of the auction that they are for. */
  private static final String BIDS_IN_TIME =
      "auction a, bid b WHERE a.id = b.auction AND b.ts BETWEEN a.ts AND a.expires";

  /** How many bids each auction got in the last ten seconds, every two. */
  private static final String COUNTS =
      "(SELECT auction, COUNT(*) AS num, window_start, window_end FROM TABLE(HOP(TABLE bid,"
          + " DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '10' SECOND)) GROUP BY auction,"
          + " window_start, window_end)";

  private static final String DAY = "DATE_FORMAT(ts, 'yyyy-MM-dd')";
  private static final String LOW = " FILTER (WHERE price < 10000)";
  private static final String MIDDLE = " FILTER (WHERE price >= 10000 AND price < 1000000)";
  private static final String HIGH = " FILTER (WHERE price >= 1000000)";

  static final List<Work> QUERIES =
      List.of(
          bids(
              "q0, pass through",
              BID + ", ts TIMESTAMP(3)",
              "SELECT auction, bidder, price, ts FROM bid"),
          bids(
              "q1, currency",
              "auction BIGINT, bidder BIGINT, price DECIMAL(23, 3), ts TIMESTAMP(3)",
              "SELECT auction, bidder, 0.908 * price, ts FROM bid"),
          bids(
              "q2, selection",
              "auction BIGINT, price BIGINT",
              "SELECT auction, price FROM bid WHERE MOD(auction, 123) = 0"),
          all(
              "q3, local items",
              "name STRING, city STRING, state STRING, id BIGINT",
              "SELECT p.name, p.city, p.state, a.id FROM auction a JOIN person p ON a.seller = p.id"
                  + " WHERE a.category = 10 AND (p.state = 'OR' OR p.state = 'ID' OR p.state = 'CA')"),
          all(
              "q4, average price",
              "category BIGINT, average BIGINT",
              "SELECT category, AVG(final) FROM (SELECT MAX(b.price) AS final, a.category FROM "
                  + BIDS_IN_TIME
                  + " GROUP BY a.id, a.category) GROUP BY category"),
          bids(
              "q5, hot items",
              "auction BIGINT, num BIGINT",
              "SELECT a.auction, a.num FROM "
                  + COUNTS
                  + " a JOIN (SELECT MAX(num) AS most, window_start, window_end FROM "
                  + COUNTS
                  + " GROUP BY window_start, window_end) m ON a.window_start = m.window_start AND"
                  + " a.window_end = m.window_end AND a.num >= m.most"),
          bids(
              "q7, highest bid",
              BID + ", ts TIMESTAMP(3)",
              "SELECT b.auction, b.bidder, b.price, b.ts FROM bid b JOIN (SELECT MAX(price) AS most,"
                  + " window_end AS e FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(ts), INTERVAL '10'"
                  + " SECOND)) GROUP BY window_start, window_end) w ON b.price = w.most"
                  + " WHERE b.ts BETWEEN w.e - INTERVAL '10' SECOND AND w.e"),
          all(
              "q8, new users",
              "id BIGINT, name STRING, window_start TIMESTAMP(3)",
              "SELECT p.id, p.name, p.window_start FROM (SELECT id, name, window_start, window_end"
                  + " FROM TABLE(TUMBLE(TABLE person, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY"
                  + " id, name, window_start, window_end) p JOIN (SELECT seller, window_start,"
                  + " window_end FROM TABLE(TUMBLE(TABLE auction, DESCRIPTOR(ts), INTERVAL '10'"
                  + " SECOND)) GROUP BY seller, window_start, window_end) a ON p.id = a.seller AND"
                  + " p.window_start = a.window_start AND p.window_end = a.window_end"),
          all(
              "q9, winning bids",
              "id BIGINT, item STRING, reserve BIGINT, seller BIGINT, bidder BIGINT, price BIGINT,"
                  + " bid_ts TIMESTAMP(3)",
              "SELECT id, item, reserve, seller, bidder, price, bid_ts FROM (SELECT a.*, b.bidder,"
                  + " b.price, b.ts AS bid_ts, ROW_NUMBER() OVER (PARTITION BY a.id ORDER BY b.price"
                  + " DESC, b.ts) AS nr FROM "
                  + BIDS_IN_TIME
                  + ") WHERE nr <= 1"),
          bids(
              "q11, user sessions",
              "bidder BIGINT, n BIGINT, window_start TIMESTAMP(3), window_end TIMESTAMP(3)",
              "SELECT bidder, COUNT(*), window_start, window_end FROM TABLE(SESSION(TABLE bid"
                  + " PARTITION BY bidder, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY bidder,"
                  + " window_start, window_end"),
          bids(
              "q15, bidding statistics",
              "d STRING, bids BIGINT, l BIGINT, m BIGINT, h BIGINT, bidders BIGINT, bl BIGINT, bm"
                  + " BIGINT, bh BIGINT, auctions BIGINT, al BIGINT, am BIGINT, ah BIGINT",
              "SELECT "
                  + DAY
                  + ", "
                  + byRank("COUNT(*)")
                  + ", "
                  + byRank("COUNT(DISTINCT bidder)")
                  + ", "
                  + byRank("COUNT(DISTINCT auction)")
                  + " FROM bid GROUP BY "
                  + DAY),
          bids(
              "q16, channel statistics",
              "channel STRING, d STRING, latest STRING, bids BIGINT, l BIGINT, m BIGINT, h BIGINT,"
                  + " bidders BIGINT, bl BIGINT, bm BIGINT, bh BIGINT, auctions BIGINT, al BIGINT, am"
                  + " BIGINT, ah BIGINT",
              "SELECT channel, "
                  + DAY
                  + ", MAX(DATE_FORMAT(ts, 'HH:mm')), "
                  + byRank("COUNT(*)")
                  + ", "
                  + byRank("COUNT(DISTINCT bidder)")
                  + ", "
                  + byRank("COUNT(DISTINCT auction)")
                  + " FROM bid GROUP BY channel, "
                  + DAY),
          bids(
              "q17, auction statistics",
              "auction BIGINT, d STRING, bids BIGINT, l BIGINT, m BIGINT, h BIGINT, least BIGINT,"
                  + " most BIGINT, average BIGINT, total BIGINT",
              "SELECT auction, "
                  + DAY
                  + ", "
                  + byRank("COUNT(*)")
                  + ", MIN(price), MAX(price), AVG(price), SUM(price) FROM bid GROUP BY auction, "
                  + DAY),
          bids(
              "q18, last bid",
              BID + ", channel STRING, url STRING, ts TIMESTAMP(3)",
              "SELECT auction, bidder, price, channel, url, ts FROM (SELECT *, ROW_NUMBER() OVER"
                  + " (PARTITION BY bidder, auction ORDER BY ts DESC) AS nr FROM bid) WHERE nr <= 1"));

  private static Work bids(String name, String columns, String query) {
    return new Work(name, Data.BIDS, columns, query, null);
  }

  /**
   * Over several files: how their rows take turns is Flink's luck, and so is what is updated when.
   */
  private static Work all(String name, String columns, String query) {
    return new Work(name, Data.AUCTIONS, columns, query, null);
  }

  private static String byRank(String call) {
    return String.join(", ", call, call + LOW, call + MIDDLE, call + HIGH);
  }
}
