/**
 * The client of the warm server. It is to start at once, so it is made of few classes and uses
 * nothing but the JDK.
 */
package dev.tidemark.cli.client;
