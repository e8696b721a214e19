package dev.tidemark.labs.grade;

import java.util.List;

/**
 * How a step was judged.
 *
 * @param number from 1 on
 * @param id the step's name
 * @param title what it is about
 * @param status right, wrong or not there yet
 * @param findings what is wrong; empty when right
 */
public record StepResult(
    int number, String id, String title, Status status, List<Finding> findings) {

  /** How far a step is. */
  public enum Status {
    /** All as it should be. */
    RIGHT,
    /** Something is saved, and it is not right. */
    WRONG,
    /** Nothing is saved yet. */
    MISSING
  }
}
