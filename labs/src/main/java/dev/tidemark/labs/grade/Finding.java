package dev.tidemark.labs.grade;

/**
 * What is wrong with a step.
 *
 * @param mistake the kind of mistake, as a word for programs
 * @param expected what was expected
 * @param found what was found
 * @param difference the first place where both differ; null if there is no such place
 * @param usually what this usually means, and what to do
 */
public record Finding(
    String mistake, String expected, String found, String difference, String usually) {}
