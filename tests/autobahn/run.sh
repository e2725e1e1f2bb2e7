#!/usr/bin/env bash
# Holds the websocket of dicehall-server against the Autobahn Testsuite, through the echo that only a hidden option opens.
# The suite is Python 2 and nothing of ours: it is installed into a scratch folder. Where Python 2.7 or the package cannot be
# had, this says so and does nothing (exit 0); a failed case ends with 1. Usage: tests/autobahn/run.sh [PATH-TO-SERVER]
set -euo pipefail
cd "$(dirname "$0")/../.."

suite='autobahntestsuite==0.8.2'
scratch=$(mktemp -d)
server=''
cleanup() {
    if [ -n "$server" ]; then kill "$server" 2> /dev/null || true; fi
    rm -rf "$scratch"
}
trap cleanup EXIT

skip() {
    echo "SKIPPED: the websocket was not held against the Autobahn Testsuite: $1" | tee -a "${DICEHALL_SKIPPED:-/dev/null}"
    exit 0
}

# A version manager may have the name without the interpreter.
python=''
for candidate in python2.7 "$HOME"/.pyenv/versions/2.7*/bin/python2.7; do
    if "$candidate" -c 'import sys; assert sys.version_info[:2] == (2, 7)' 2> /dev/null; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] || skip 'there is no Python 2.7'
"$python" -m pip install --quiet --disable-pip-version-check --target "$scratch/suite" "$suite" 2> "$scratch/pip.log" ||
    skip "$suite cannot be installed: $(tail -1 "$scratch/pip.log")"
# Installed into a folder of its own, the package zope is not a package without this.
touch "$scratch/suite/zope/__init__.py"

program=${1:-}
if [ -z "$program" ]; then
    cargo build --quiet --locked -p dicehall-server
    program=target/debug/dicehall-server
fi
"$program" --listen 127.0.0.1:0 --data "$scratch/data" --no-lan --autobahn-echo > "$scratch/server.out" 2> "$scratch/server.err" &
server=$!
for _ in $(seq 100); do
    address=$(sed -n 's|^listening on ws://\(.*\)/ws$|\1|p' "$scratch/server.out")
    [ -z "$address" ] || break
    sleep 0.1
done
[ -n "$address" ] || { echo 'the server did not begin:' >&2; cat "$scratch/server.err" >&2; exit 1; }

# 9 measures how fast large messages are; 12 and 13 are about compression, which the server does not offer.
cat > "$scratch/spec.json" << JSON
{
  "outdir": "$scratch/reports",
  "servers": [{"agent": "dicehall", "url": "ws://$address/echo", "options": {"version": 18}}],
  "cases": ["*"],
  "exclude-cases": ["9.*", "12.*", "13.*"],
  "exclude-agent-cases": {}
}
JSON
PYTHONPATH="$scratch/suite" "$python" -c 'from autobahntestsuite.wstest import run; run()' \
    -m fuzzingclient -s "$scratch/spec.json" > "$scratch/suite.log" 2>&1 ||
    { echo 'the suite itself failed:' >&2; tail -20 "$scratch/suite.log" >&2; exit 1; }

"$python" - "$scratch/reports/index.json" << 'PYTHON'
import collections, json, sys

cases = json.load(open(sys.argv[1]))["dicehall"]
counts = collections.Counter()
for name, case in sorted(cases.items()):
    verdicts = {case["behavior"], case["behaviorClose"]}
    bad = verdicts - {"OK", "INFORMATIONAL", "NON-STRICT"}
    counts["FAILED" if bad else case["behavior"]] += 1
    if bad:
        print("case %s: %s, close %s" % (name, case["behavior"], case["behaviorClose"]))
print("Autobahn Testsuite: " + ", ".join("%d %s" % (n, what) for what, n in sorted(counts.items())))
# A suite that ran nothing has shown nothing.
sys.exit(1 if counts["FAILED"] or counts["OK"] < 200 else 0)
PYTHON
