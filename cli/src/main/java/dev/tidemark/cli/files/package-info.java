/** Files of who has called the command, also when another process runs it. */
package dev.tidemark.cli.files;
