#!/usr/bin/env bash
# Records the expected outputs under examples/sql once more, from Flink's own SQL client: one process
# a script, with a MiniCluster in it. Colours, timings and this machine's paths are taken out.
#
# usage: examples/record.sh [FOLDER]     (default: examples/sql, over the committed files)
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
out=${1:-examples/sql}

maven=$(command -v mvn || echo ./mvnw)
"$maven" -B -q -ntp -Plaunch -pl bench -am package
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
# Flink's jars and none of ours.
classpath=$(tr ':' '\n' <bench/target/launch/classpath | grep -v '/tidemark-' | paste -sd: -)

client() {
  FLINK_CONF_DIR=$PWD/bench/conf "$java" @bench/target/launch/jvm.options -Duser.timezone=UTC \
    -Dlog4j.configurationFile=bench/conf/log4j2.properties -cp "$classpath" \
    org.apache.flink.table.client.SqlClient "$@" </dev/null 2>/dev/null
}

mask() {
  sed -E \
    -e $'s/\e\\[[0-9;?]*[A-Za-z]//g' -e 's/\r//g' \
    -e 's/\([0-9]+(\.[0-9]+)? seconds?\)/(# seconds)/' \
    -e '/^Command history file path:/d' -e '/^Successfully initialized from sql script:/d'
}

for script in examples/sql/*/*.sql; do
  lab=$(basename "$(dirname "$script")")
  name=$(basename "$script" .sql)
  init=()
  if [[ $lab == dedup && $name != ddl ]]; then
    init=(-i examples/sql/dedup/ddl.sql)
  fi
  mkdir -p "$out/$lab"
  printf '%s\n' "$(client "${init[@]}" -f "$script" | mask)" >"$out/$lab/$name.out"
  echo "$out/$lab/$name.out" >&2
done
