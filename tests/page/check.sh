#!/usr/bin/env bash
# Checks the page's code without running it: its types against those of the protocol, made anew from the schema, and the lints.
# Needs node and npm; the packages are installed where they can be had, else this says so and does nothing (exit 0).
# Usage: tests/page/check.sh [ROOT-OF-A-CHECKOUT]
set -euo pipefail
here=$(realpath "$(dirname "$0")")
root=$(realpath "${1:-$here/../..}")

skip() {
    echo "SKIPPED: the types and lints of the page were not checked: $1" | tee -a "${DICEHALL_SKIPPED:-/dev/null}"
    exit 0
}

command -v node > /dev/null || skip 'there is no node'
command -v npm > /dev/null || skip 'there is no npm'

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$here"/{package.json,package-lock.json,types.mjs,eslint.config.mjs,tsconfig.json} "$scratch"
cp -r "$root/client/web" "$scratch/web"
cd "$scratch"
npm ci --no-audit --no-fund --ignore-scripts > npm.log 2>&1 || skip "the packages cannot be installed: $(tail -1 npm.log)"

node types.mjs "$root/protocol/schema.json" protocol.d.ts
node_modules/.bin/tsc -p .
# The type checker lets `any` pass, and whoever writes a directive tells it to look away.
if grep -rnE '@ts-|@(type|param|typedef|returns|template)[^*]*\bany\b|[{:|<(] ?any\b' web --include='*.js' --exclude-dir=tests; then
    echo 'client/web: these lines take the types away' >&2
    exit 1
fi
node_modules/.bin/eslint --max-warnings 0 web
echo 'client/web: types and lints are good'
