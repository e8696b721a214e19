package dev.tidemark.cli;

/** The command was called in a way that it cannot be run; the message says what to change. */
public final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message for the person who typed the command. */
  public UsageException(String message) {
    super(message);
  }
}
