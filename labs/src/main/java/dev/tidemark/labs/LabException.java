package dev.tidemark.labs;

/** A lab cannot be read, started or reset; the message says why, and what to do. */
public final class LabException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with a message for the person at the keyboard. */
  public LabException(String message) {
    super(message);
  }
}
