#!/usr/bin/env bash
# A standalone Flink cluster on this machine: one JobManager and two TaskManager processes, started
# from Maven's jars alone (Flink's distribution is not on Maven Central, and not needed).
#
#   cluster/cluster.sh start     prints rest.address and rest.port when both TaskManagers are there
#   cluster/cluster.sh status    prints the same; exit code 1 when no cluster runs
#   cluster/cluster.sh stop      ends the three processes; fine when none runs
#
# Then, from the project's root:
#   ./tidemark sql --target remote -D rest.address=127.0.0.1 -D rest.port=PORT -f SCRIPT.sql
#
# Environment:
#   TIDEMARK_CLUSTER_DIR    configuration, logs and process ids (default: .tidemark/cluster)
#   TIDEMARK_CLUSTER_PORT   the REST port (default: one that is free)
#   JAVA_HOME               the JDK to run with (default: the java on the PATH)
#
# Everything listens on 127.0.0.1 only. All processes work in the project's root, so relative paths
# in scripts mean the same files here as they do in the process of the client.
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
here=$root/cluster
run=${TIDEMARK_CLUSTER_DIR:-$root/.tidemark/cluster}
mkdir -p -- "$run"
run=$(cd -- "$run" && pwd -P)
task_managers=2
patience=180

say() { printf 'cluster: %s\n' "$*" >&2; }
die() { say "$@"; exit 1; }

java=${JAVA_HOME:+$JAVA_HOME/bin/}java

# --- jars ------------------------------------------------------------------------------------

lay_out_jars() {
  if [[ -f $here/target/laid-out && ! $here/pom.xml -nt $here/target/laid-out &&
    ! $root/pom.xml -nt $here/target/laid-out ]]; then
    return
  fi
  local maven=mvn
  command -v mvn >/dev/null 2>&1 || maven=$root/mvnw
  say 'copying the jars (once)'
  rm -rf -- "$here/target/lib"
  "$maven" -q -B -f "$here/pom.xml" -Dspotless.check.skip=true package >"$run/maven.log" 2>&1 || {
    cat -- "$run/maven.log" >&2
    die 'could not get the jars'
  }
  touch -- "$here/target/laid-out"
}

# The packages of the JDK that Flink reflects into: the list in the root pom is the only one.
opens() {
  sed -n '/<flink.jvm.opens>/,/<\/flink.jvm.opens>/p' "$root/pom.xml" | grep -o -e '--add-[^ ]*'
}

# --- ports -----------------------------------------------------------------------------------

port_is_taken() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

free_port() {
  local port
  for _ in {1..50}; do
    port=$((20000 + RANDOM % 12000))
    if ! port_is_taken "$port"; then
      echo "$port"
      return
    fi
  done
  die 'found no free port'
}

# The body of GET /overview, or nothing when nobody answers.
overview() {
  local port=$1 line
  (
    exec 3<>"/dev/tcp/127.0.0.1/$port" || exit 0
    printf 'GET /overview HTTP/1.0\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' >&3
    while IFS= read -t 5 -r line <&3 || [[ -n ${line:-} ]]; do
      printf '%s\n' "$line"
      line=
    done
  ) 2>/dev/null || true
}

# --- processes -------------------------------------------------------------------------------

# The pid in a file, when a process with it is alive and is one of this cluster's: Java, or this
# script about to become Java.
pid_of() {
  local file=$run/$1.pid pid line
  [[ -f $file ]] || return 1
  pid=$(<"$file")
  kill -0 "$pid" 2>/dev/null || return 1
  line=$(command_line "$pid") || return 1
  [[ $line == *"--configDir $run/conf"* || $line == *'cluster.sh start'* ]] || return 1
  echo "$pid"
}

command_line() {
  if [[ -r /proc/$1/cmdline ]]; then
    tr '\0' ' ' <"/proc/$1/cmdline"
  else
    ps -p "$1" -o args=
  fi
}

names() {
  echo jobmanager
  for ((i = 1; i <= task_managers; i++)); do echo "taskmanager-$i"; done
}

write_configuration() {
  local rest_port=$1 rpc_port=$2
  mkdir -p -- "$run/conf" "$run/log" "$run/tmp"
  cp -- "$here/log4j2.properties" "$run/conf/"
  cat >"$run/conf/config.yaml" <<YAML
jobmanager.rpc.address: 127.0.0.1
jobmanager.rpc.port: $rpc_port
jobmanager.bind-host: 127.0.0.1
rest.address: 127.0.0.1
rest.bind-address: 127.0.0.1
rest.port: $rest_port
rest.bind-port: $rest_port
taskmanager.host: 127.0.0.1
taskmanager.bind-host: 127.0.0.1
taskmanager.numberOfTaskSlots: 2
parallelism.default: 1
cluster.registration.error-delay: 500 ms
io.tmp.dirs: $run/tmp

# A TaskManager that is not started by Flink's own scripts ends at once unless each part of its
# memory has a size.
taskmanager.cpu.cores: 1.0
taskmanager.memory.framework.heap.size: 96m
taskmanager.memory.framework.off-heap.size: 128m
taskmanager.memory.task.heap.size: 160m
taskmanager.memory.task.off-heap.size: 0m
taskmanager.memory.managed.size: 64m
taskmanager.memory.network.min: 32m
taskmanager.memory.network.max: 32m
taskmanager.memory.jvm-metaspace.size: 192m
taskmanager.memory.jvm-overhead.min: 64m
taskmanager.memory.jvm-overhead.max: 64m
YAML
}

# launch NAME MAIN-CLASS JVM-OPTION...: in the background, with the root as working directory.
launch() {
  local name=$1 main=$2
  shift 2
  # shellcheck disable=SC2046 # one word per option
  (
    cd -- "$root"
    exec "$java" $(opens) -XX:+UseSerialGC -Duser.timezone=UTC "$@" \
      -Dlog.file="$run/log/$name.log" \
      -Dlog4j.configurationFile="$run/conf/log4j2.properties" \
      -cp "$here/target/lib/*" "$main" --configDir "$run/conf" \
      </dev/null >"$run/log/$name.out" 2>"$run/log/$name.err"
  ) &
  echo $! >"$run/$name.pid"
  disown
}

start_processes() {
  launch jobmanager org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint \
    -Xmx384m -XX:MaxMetaspaceSize=256m
  local i
  for ((i = 1; i <= task_managers; i++)); do
    launch "taskmanager-$i" org.apache.flink.runtime.taskexecutor.TaskManagerRunner \
      -Xmx256m -XX:MaxDirectMemorySize=192m -XX:MaxMetaspaceSize=192m
  done
}

await_task_managers() {
  local port=$1 deadline=$((SECONDS + patience)) name
  while ((SECONDS < deadline)); do
    if [[ $(overview "$port") == *"\"taskmanagers\":$task_managers,"* ]]; then
      return
    fi
    for name in $(names); do
      pid_of "$name" >/dev/null || {
        tail -n 20 -- "$run/log/$name.err" "$run/log/$name.log" >&2 || true
        stop
        die "$name ended while starting; its log is $run/log/$name.log"
      }
    done
    sleep 0.3
  done
  stop
  die "not ready after $patience seconds; logs are in $run/log"
}

# --- commands --------------------------------------------------------------------------------

start() {
  if pid_of jobmanager >/dev/null; then
    say 'is already running'
    status
    return
  fi
  stop
  lay_out_jars
  local rest_port=${TIDEMARK_CLUSTER_PORT:-$(free_port)}
  if port_is_taken "$rest_port"; then
    die "port $rest_port is in use; set TIDEMARK_CLUSTER_PORT to another one"
  fi
  rm -rf -- "$run/log" "$run/tmp"
  write_configuration "$rest_port" "$(free_port)"
  start_processes
  await_task_managers "$rest_port"
  status
}

status() {
  if ! pid_of jobmanager >/dev/null; then
    echo 'no cluster is running'
    return 1
  fi
  sed -n -e 's/^\(rest\.address\): /\1=/p' -e 's/^\(rest\.port\): /\1=/p' "$run/conf/config.yaml"
  local name
  for name in $(names); do
    echo "$name=$(pid_of "$name" || echo ended)"
  done
}

stop() {
  local name pid deadline=$((SECONDS + 20))
  local -a pids=()
  for name in $(names); do
    if pid=$(pid_of "$name"); then
      pids+=("$pid")
      kill "$pid" 2>/dev/null || true
    fi
  done
  for pid in "${pids[@]+"${pids[@]}"}"; do
    while kill -0 "$pid" 2>/dev/null; do
      if ((SECONDS >= deadline)); then
        kill -9 "$pid" 2>/dev/null || true
      fi
      sleep 0.1
    done
  done
  rm -f -- "$run"/*.pid
}

case ${1:-} in
  start) start ;;
  stop) stop ;;
  status) status ;;
  *)
    sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}" >&2
    exit 2
    ;;
esac
