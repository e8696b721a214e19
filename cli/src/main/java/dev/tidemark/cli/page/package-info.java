/** The server's web page: runs scripts row by row and shows what becomes of each. */
package dev.tidemark.cli.page;
