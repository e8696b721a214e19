#!/bin/sh
# Columnar operators against Flink's MiniCluster, Flink's operators on the target tidemark, DuckDB and
# a loop that counts lines: windows, deduplication, aggregation and scans over CSV files, in turn in
# one JVM. The files (up to 450 MB each) are made once, in bench/target. Results are compared first.
#
# usage: bench/columnar.sh [ROWS [ROUNDS [--engine=NAME…] [NAME…]]]       (default: 10000000 3)
#   ROWS for windows and scans, two fifths of them for what keeps state; NAME: only engines and works
#   whose names begin so, e.g. --engine="tidemark, columnar" TUMBLE
set -eu
cd "$(dirname "$0")/.."
. bench/prepare.sh
rows=${1:-10000000} rounds=${2:-3}
[ $# -le 2 ] && set -- || shift 2
"$java" @bench/target/launch/jvm.options -Dlog4j.configurationFile=bench/conf/log4j2.properties \
  -Xms64m -Xmx6g -XX:MinHeapFreeRatio=5 -XX:MaxHeapFreeRatio=10 -Duser.timezone=UTC \
  ${BENCH_JAVA_OPTS:-} -cp "bench/target/classes:$(cat bench/target/launch/classpath)" \
  dev.tidemark.bench.ColumnarBench bench/target/columnar "$rows" "$rounds" "$@"
