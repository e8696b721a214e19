#!/bin/sh
# Many lab queries on one server, each through bin/sql-client.sh: whether answers stay the same, and
# what the server keeps.
#
# usage: bench/soak.sh [QUERIES]                             (default: 1000)
set -eu
cd "$(dirname "$0")/.."
. bench/prepare.sh
set -- "${1:-1000}" examples/sql/watermark/ddl.sql examples/sql/watermark/batch.sql \
  examples/sql/watermark/w5.sql examples/sql/watermark/late.sql examples/sql/watermark/filtered.sql \
  examples/sql/watermark/sweep.sql examples/sql/dedup/ddl.sql,examples/sql/dedup/topn.sql
bench_java dev.tidemark.bench.Soak "$PWD" "$@"
