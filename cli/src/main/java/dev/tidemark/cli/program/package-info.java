/** Programs in jars: their main method, in this process. */
package dev.tidemark.cli.program;
