#!/bin/sh
# Queries after those of the Nexmark suite, by the same engines and in the same way as in columnar.sh.
# The three files are made once, in bench/target.
#
# usage: bench/nexmark.sh [EVENTS [ROUNDS [--engine=NAME…] [NAME…]]]       (default: 4000000 3)
#   NAME: only engines and queries whose names begin so, e.g. q5
set -eu
cd "$(dirname "$0")/.."
events=${1:-4000000} rounds=${2:-3}
[ $# -le 2 ] && set -- || shift 2
exec bench/columnar.sh "$events" "$rounds" --nexmark "$@"
