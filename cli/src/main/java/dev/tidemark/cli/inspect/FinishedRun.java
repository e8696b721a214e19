package dev.tidemark.cli.inspect;

import dev.tidemark.insight.run.RunInsight;
import dev.tidemark.insight.sweep.FirstPass;

/**
 * A run that is over.
 *
 * @param statement where the statement stands that started it, or the program that did
 * @param number its number among the script's runs, from 0
 * @param insight what was gathered
 * @param sweep what it tells of other delays; null if nothing has gathered that
 */
record FinishedRun(String statement, int number, RunInsight insight, FirstPass sweep) {}
