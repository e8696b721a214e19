#!/bin/sh
# A window over a CSV file of ten million rows, in a heap of 1 GiB on both sides: Flink's own SQL
# client against ./tidemark sql. The file (about 450 MB) is made once, in bench/target.
#
# usage: bench/ten-million.sh [RUNS]       (default: 3)
set -eu
cd "$(dirname "$0")/.."
. bench/prepare.sh
bench_java dev.tidemark.bench.SensorRows bench/target/readings.csv 10000000
bench_java dev.tidemark.bench.WholeProcess "$PWD" "${1:-3}" "-Xmx1g ${BENCH_JAVA_OPTS:-}" \
  bench/sql/window.sql
