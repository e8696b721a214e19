#!/bin/sh
# A lab script, from nothing to its last line: Flink's own SQL client against ./tidemark sql.
# Whole processes, cold, in turn; medians of wall time, CPU time and peak memory.
#
# usage: bench/cold-start.sh [RUNS [[INIT,]SCRIPT...]]       (default: 5 runs of two lab scripts)
set -eu
cd "$(dirname "$0")/.."
. bench/prepare.sh
runs=${1:-5}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- examples/sql/watermark/w5.sql \
  examples/sql/dedup/ddl.sql,examples/sql/dedup/topn.sql
bench_java dev.tidemark.bench.WholeProcess "$PWD" "$runs" "${BENCH_JAVA_OPTS:-}" "$@"
