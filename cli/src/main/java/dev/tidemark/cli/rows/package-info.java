/** Result rows as text: CSV, JSON, Markdown, a table. */
package dev.tidemark.cli.rows;
