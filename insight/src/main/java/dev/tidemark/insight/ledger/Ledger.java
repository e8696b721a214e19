package dev.tidemark.insight.ledger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * What a run dropped. Counts, the keeping delay and the worst rows are exact; rows are kept up to a
 * cap, and all of them go to whoever listens.
 */
public final class Ledger {
  /** Rows that are kept in memory unless told otherwise. */
  public static final int DEFAULT_CAP = 10_000;

  /**
   * Rows that an operator keeps in mind at a time because they may still be lost, unless told
   * otherwise.
   */
  public static final int DEFAULT_HELD = 10_000_000;

  private final int cap;
  private final int held;
  private final Consumer<Drop> listener;
  private final List<Account> accounts = new ArrayList<>();
  private final List<NotAudited> notAudited = new ArrayList<>();
  private final List<Drop> drops = new ArrayList<>();
  private final List<LossFollower> followers = new ArrayList<>();
  private final WorstDrops worst = new WorstDrops();
  private final KeepingAll keepingAll = new KeepingAll();
  private final LostRows lostRows = new LostRows();
  private long dropCount;
  private long onlyCounted;

  /**
   * An operator that may drop rows in ways that the ledger does not know.
   *
   * @param node index of the operator in the plan
   * @param name its name
   * @param why why it cannot be audited
   */
  public record NotAudited(int node, String name, String why) {}

  /**
   * @param cap rows to keep in memory, at least 0
   * @param listener is told of every row; null for nobody
   */
  public Ledger(int cap, Consumer<Drop> listener) {
    this(cap, DEFAULT_HELD, listener);
  }

  /**
   * @param held rows that an operator may keep in mind at a time because they may still be lost;
   *     those beyond are counted, and nobody is told which they are
   */
  public Ledger(int cap, int held, Consumer<Drop> listener) {
    this.cap = cap;
    this.held = held;
    this.listener = listener;
  }

  /** Tells someone of every loss, without the row's values. */
  public void follow(LossFollower follower) {
    followers.add(follower);
  }

  void tellLoss(int source, long ordinal, boolean whole) {
    for (LossFollower each : followers) {
      each.lost(source, ordinal, whole);
    }
  }

  void tellTooLate(int node, boolean whole, int windows, long by) {
    for (LossFollower each : followers) {
      each.tooLate(node, whole, windows, by);
    }
  }

  Account open(int node, String name, String description) {
    Account account = new Account(node, name, description);
    accounts.add(account);
    return account;
  }

  void notAudited(int node, String name, String why) {
    notAudited.add(new NotAudited(node, name, why));
  }

  /**
   * A row is lost.
   *
   * @param late how late, in milliseconds
   * @return whether anyone will read it, so that its values have to be made for {@link #dropped}
   */
  boolean loses(DropReason reason, long late, OptionalLong delayNow) {
    dropCount++;
    if (reason.isLate()) {
      keepingAll.lost(late, delayNow);
    }
    return reads(late);
  }

  /** Rows are lost that did not come late; whoever reads them is asked for by {@link #reads}. */
  void losesInTime(DropReason reason, long rows) {
    dropCount += rows;
    onlyCounted += rows;
    if (reason.isInTime()) {
      keepingAll.lostInTime();
    }
  }

  /** Which row one of {@link #losesInTime} is, is known. */
  void knows() {
    onlyCounted--;
  }

  /** How many rows an operator may keep in mind at a time. */
  int held() {
    return held;
  }

  /** Losses of which only the number is known. */
  public long onlyCounted() {
    return onlyCounted;
  }

  /** Whether anyone will read of a row that is so late, in milliseconds. */
  boolean reads(long late) {
    return listener != null || drops.size() < cap || worst.wants(late);
  }

  void dropped(Drop drop) {
    if (listener != null) {
      listener.accept(drop);
    }
    if (drops.size() < cap) {
      drops.add(drop);
    }
    worst.add(drop);
  }

  /** The operators that may drop rows, in the plan's order. */
  public List<Account> accounts() {
    return Collections.unmodifiableList(accounts);
  }

  /** The operators about which nothing can be said. */
  public List<NotAudited> notAudited() {
    return Collections.unmodifiableList(notAudited);
  }

  /** The first rows with a loss, in the order in which they were lost; see {@link #dropCount()}. */
  public List<Drop> drops() {
    return Collections.unmodifiableList(drops);
  }

  /** The rows that were lost by most, the latest first, at most ten. */
  public List<Drop> worst() {
    return worst.list();
  }

  /** The watermark delay that would have kept all late rows. */
  public KeepingAll keepingAll() {
    return keepingAll;
  }

  /** Rows with a loss, each counted once. */
  public LostRows lostRows() {
    return lostRows;
  }

  /** Losses: a row counts once for each operator that lost it. */
  public long dropCount() {
    return dropCount;
  }

  /** The operators that dropped rows, or could have because of the watermark. */
  public List<Account> judges() {
    return accounts.stream()
        .filter(account -> !account.ignoresWatermark() || account.hasLosses())
        .toList();
  }

  /** Rows that at least one operator has dropped whole. */
  public long droppedWhole() {
    return lostRows.whole();
  }

  /**
   * Every account must balance: rows in = accepted + dropped whole, and at most the row that an
   * operator was at when a run failed or was stopped.
   *
   * @param complete whether the run came to its end
   * @return what does not balance, a defect of the ledger; empty if all is well
   */
  public Optional<String> imbalance(boolean complete) {
    return accounts.stream()
        .filter(account -> !account.balances() || (complete && account.onItsWay() != 0))
        .findFirst()
        .map(
            account ->
                "the ledger does not balance at "
                    + account.name()
                    + ": "
                    + account.rowsIn()
                    + " rows in, "
                    + account.accepted()
                    + " accepted, "
                    + account.droppedWhole()
                    + " dropped");
  }
}
