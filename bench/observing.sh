#!/bin/sh
# What looking into a run costs: a window over three million rows, unobserved, with the drop ledger, and
# with the changelog profile too, in turn in one JVM.
#
# usage: bench/observing.sh [ROUNDS]       (default: 5, after one to warm up)
set -eu
cd "$(dirname "$0")/.."
. bench/prepare.sh
bench_java dev.tidemark.bench.SensorRows bench/target/readings-3m.csv 3000000
"$java" @bench/target/launch/jvm.options -Dlog4j.configurationFile=bench/conf/log4j2.properties \
  ${BENCH_JAVA_OPTS:-} -cp "bench/target/classes:$(cat bench/target/launch/classpath)" \
  dev.tidemark.bench.Observing bench/target/readings-3m.csv "${1:-5}"
