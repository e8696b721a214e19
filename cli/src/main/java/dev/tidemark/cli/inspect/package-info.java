/** What the commands that look into a script print: drops and the like. */
package dev.tidemark.cli.inspect;
