#!/bin/sh
# A lab script in the warm server: Flink's own SQL client, from nothing, against bin/sql-client.sh while
# a server is up. Whole processes, in turn; medians of wall time, CPU time and peak memory of the client.
#
# usage: bench/warm.sh [RUNS [[INIT,]SCRIPT...]]             (default: 5 runs of two lab scripts)
set -eu
cd "$(dirname "$0")/.."
. bench/prepare.sh
runs=${1:-5}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- examples/sql/watermark/w5.sql \
  examples/sql/dedup/ddl.sql,examples/sql/dedup/topn.sql
bench_java dev.tidemark.bench.WarmProcess "$PWD" "$runs" "$@"
