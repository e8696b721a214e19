#!/bin/sh
# Takes the options of Flink's sql-client.sh and prints what Flink's client prints, without a cluster
# to start first. A script runs in the warm server when one is up (`tidemark up`), and is done at once;
# else, and where it cannot share a process with others, in a process of its own.
#
# usage: sql-client.sh [embedded | gateway -e HOST:PORT] [-i INIT.sql] [-f SCRIPT.sql] [-D key=value] [-j JAR] [-l DIR]
set -eu

wrong() {
  printf 'sql-client.sh: %s\n' "$*" >&2
  exit 2
}

self=$0
while [ -L "$self" ]; do
  target=$(readlink -- "$self")
  case $target in
    /*) self=$target ;;
    *) self=${self%/*}/$target ;;
  esac
done
case $self in */*) home=${self%/*}/.. ;; *) home=.. ;; esac
home=$(CDPATH='' cd -- "$home" && pwd -P)

help() {
  cat <<'END'
Runs Flink SQL as Flink's sql-client.sh does: in the server that 'tidemark up' has started, else in
a process of its own.

Usage: sql-client.sh [embedded] [OPTIONS]
       sql-client.sh gateway -e HOST:PORT [OPTIONS]

  -f, --file SCRIPT.sql    run the statements of this file; without it you type
  -i, --init INIT.sql      run this first, without output
  -u, --update STATEMENT   run this statement
  -D KEY=VALUE             a setting of Flink's
  -j, --jar JAR            a jar with functions, connectors or formats
  -l, --library DIR        the same for all jars in a folder
  -s, --session NAME       accepted; a session lasts as long as its process
  -hist, --history FILE    accepted; the history is where tidemark sql keeps it
  -e, --endpoint HOST:PORT the SQL gateway that is to run it, in the mode 'gateway'
  -h, --help               this help
END
}

mode=${1:-}
case $mode in
  embedded) shift ;;
  gateway) shift ;;
esac

# Turns each word of the command line once through: what is left in the end is tidemark's.
count=$#
warm='' own='' endpoint=''
while [ "$count" -gt 0 ]; do
  option=$1
  shift
  count=$((count - 1))
  value=''
  attached=''
  case $option in
    --*=*)
      value=${option#*=} option=${option%%=*} attached=yes
      ;;
    -D?*)
      value=${option#-D} option=-D attached=yes
      ;;
  esac
  case $option in
    -h | --help)
      help
      exit 0
      ;;
    -f | --file | -i | --init | -u | --update | -D | -j | --jar | -l | --library | -s | --session | \
      -hist | --history | -e | --endpoint)
      if [ -z "$attached" ]; then
        [ "$count" -gt 0 ] || wrong "$option needs a value; try --help."
        value=$1
        shift
        count=$((count - 1))
      fi
      ;;
    *) wrong "'$option' is not known; try --help." ;;
  esac
  case $option in
    -f | --file | -i | --init)
      # A pipe, or what has a name in this process only: the server could not read it.
      case $value in /dev/* | /proc/*) own=yes ;; esac
      [ -f "$value" ] || own=yes
      ;;
  esac
  case $option in
    -f | --file) set -- "$@" -f "$value" && warm=yes ;;
    -i | --init) set -- "$@" -i "$value" ;;
    -u | --update) set -- "$@" -e "${value%;};" && warm=yes ;;
    -e | --endpoint)
      [ "$mode" = gateway ] || wrong "$option goes with 'gateway' only; try --help."
      set -- "$@" --gateway "$value"
      own=yes endpoint=yes
      ;;
    -D) set -- "$@" -D "$value" ;;
    -j | --jar) set -- "$@" -j "$value" && own=yes ;;
    -l | --library)
      [ -d "$value" ] || wrong "there is no folder $value."
      for jar in "$value"/*.jar; do
        if [ -f "$jar" ]; then set -- "$@" -j "$jar"; fi
      done
      own=yes
      ;;
    *) ;;
  esac
done

[ "$mode" != gateway ] || [ -n "$endpoint" ] || wrong "'gateway' needs -e HOST:PORT; try --help."

# --- in the warm server ----------------------------------------------------------------------

# Reads what the server says of itself; fails when there is none, or one of another installation.
find_server() {
  state=${TIDEMARK_STATE_DIR:-${XDG_STATE_HOME:-${HOME:-}/.local/state}/tidemark}/server
  [ -r "$state" ] || return 1
  pid='' commandPort='' secret='' its_home='' java='' client=''
  while IFS='=' read -r key value; do
    case $key in
      pid) pid=$value ;;
      commandPort) commandPort=$value ;;
      secret) secret=$value ;;
      home) its_home=$value ;;
      java) java=$value ;;
      client) client=$value ;;
    esac
  done <"$state"
  [ "$its_home" = "$home" ] && [ -x "$java" ] && [ -n "$client" ] && kill -0 "$pid" 2>/dev/null
}

# A JVM for a few classes, which is up in a tenth of a second; it starts the launcher where the server
# cannot run the script.
if [ -n "$warm" ] && [ -z "$own" ] && find_server; then
  terminals=-
  [ ! -t 1 ] || terminals=${terminals}1
  [ ! -t 2 ] || terminals=${terminals}2
  TIDEMARK_SECRET=$secret exec "$java" -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC \
    -XX:-UsePerfData -Xmx32m -Xlog:disable -cp "$client" \
    dev.tidemark.cli.client.Client "$home/tidemark" "$commandPort" "$terminals" sql "$@"
fi

# --- in a process of its own -----------------------------------------------------------------

exec "$home/tidemark" sql "$@"
