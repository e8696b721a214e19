#!/bin/sh
# 40 small queries, one after the other in one JVM: Flink's MiniCluster against the target tidemark.
#
# usage: bench/many-queries.sh [ROUNDS]       (default: 3, after one to warm up)
set -eu
cd "$(dirname "$0")/.."
. bench/prepare.sh
"$java" @bench/target/launch/jvm.options -Dlog4j.configurationFile=bench/conf/log4j2.properties \
  ${BENCH_JAVA_OPTS:-} -cp "bench/target/classes:$(cat bench/target/launch/classpath)" \
  dev.tidemark.bench.ManyQueries "${1:-3}"
