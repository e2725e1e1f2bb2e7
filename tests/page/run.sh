#!/usr/bin/env bash
# Plays in a browser at tables of a real server: whole matches, reloads, a killed server, a phone, a keyboard alone. Needs node;
# Chromium and the packages of package.json are installed where they can be had, else this says so and does nothing (exit 0).
# With --measure it plays nothing, but prints what the page costs a browser: measure.mjs; with --wait how long people wait: wait.mjs;
# with --picture it draws the README's picture of the page again: picture.mjs.
# Usage: tests/page/run.sh [--measure | --wait | --picture] [PATH-TO-SERVER]
set -euo pipefail
cd "$(dirname "$0")/../.."
what=--test
case ${1:-} in
    --measure | --wait | --picture)
        what=$1
        shift
        ;;
esac

skip() {
    echo "SKIPPED: the page was not tried in a browser: $1" | tee -a "${DICEHALL_SKIPPED:-/dev/null}"
    exit 0
}

command -v node > /dev/null || skip 'there is no node'
command -v npm > /dev/null || skip 'there is no npm'
if ! command -v chromium > /dev/null && [ "$(id -u)" -eq 0 ] && command -v apt-get > /dev/null; then
    { apt-get install -y -q chromium || { apt-get update -q && apt-get install -y -q chromium; }; } > /dev/null 2>&1 || true
fi
command -v chromium > /dev/null || skip 'there is no chromium'

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp tests/page/package.json tests/page/package-lock.json tests/page/*.mjs "$scratch"
npm ci --prefix "$scratch" --no-audit --no-fund --ignore-scripts > "$scratch/npm.log" 2>&1 ||
    skip "the packages cannot be installed: $(tail -1 "$scratch/npm.log")"

server=${1:-}
if [ -z "$server" ]; then
    cargo build --quiet --locked -p dicehall-server
    server=target/debug/dicehall-server
fi
DICEHALL_SERVER=$(realpath "$server")
CHROMIUM=$(command -v chromium)
export DICEHALL_SERVER CHROMIUM
if [ "$what" != --test ]; then
    node "$scratch/${what#--}.mjs" "$what"
else
    node --test --test-concurrency=1 --test-force-exit "$scratch"/*.test.mjs
fi
