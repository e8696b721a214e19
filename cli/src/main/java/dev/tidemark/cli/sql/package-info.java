/** SQL scripts: Flink's own client and gateway, in this process. */
package dev.tidemark.cli.sql;
