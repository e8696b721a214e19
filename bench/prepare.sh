# Sourced by the scripts beside it, from the project's root: builds both sides, finds Java.
maven=$(command -v mvn || echo ./mvnw)
"$maven" -B -q -ntp -Plaunch -pl bench -am package
./tidemark --version >&2

java=java
[ -z "${JAVA_HOME:-}" ] || java=$JAVA_HOME/bin/java

bench_java() {
  "$java" -cp bench/target/classes "$@"
}
