#!/usr/bin/env bash
# Measures the door for ssh and tries hostile clients on it (`measure.py`); takes about three minutes. Needs python3 with the package
# asyncssh. Where ssh-audit is installed, it says what it thinks of the door, too.
# Usage: tests/door/run.sh [PATH-TO-DICEHALL]
set -euo pipefail
cd "$(dirname "$0")/../.."
program=${1:-}
if [ -z "$program" ]; then
    cargo build --quiet --release --locked
    program=target/release/dicehall
fi
python3 tests/door/measure.py "$program"
