#!/bin/sh
# The report on ten million rows, in a heap of 1 GiB: once with few rows dropped, once with all but
# one. Prints the time (each run's last line) and the size of each page, which must stay below 5 MB.
# The file (about 450 MB) is made once, in bench/target.
#
# usage: bench/report.sh [OPTION...]       (further options of tidemark drops, such as --ledger FILE)
set -eu
cd "$(dirname "$0")/.."
. bench/prepare.sh
bench_java dev.tidemark.bench.SensorRows bench/target/readings.csv 10000000
for script in window all-late; do
  page=bench/target/$script.html
  TIDEMARK_HEAP=1g ./tidemark drops --format csv --report "$page" "$@" "bench/sql/$script.sql" \
    >"bench/target/$script.out"
  grep '^drops:' "bench/target/$script.out"
  size=$(wc -c <"$page")
  echo "$page: $size bytes"
  [ "$size" -lt 5000000 ]
done
