#!/usr/bin/env bash
# Writes into a folder THIRD-PARTY-LICENSES.txt, with the licence of every library that is part of the programs, and for each program
# a list of all its parts in CycloneDX (*.cdx.json). Both are made by tools that cargo installs once, into target/packaging-tools.
# Usage: packaging/licences.sh FOLDER [skip]
#   skip  makes empty files where these tools are missing
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(realpath "$1")
tools=${DICEHALL_TOOLS:-$PWD/target/packaging-tools}
export PATH=$tools/bin:$PATH

# require PROGRAM VERSION [FEATURES]: a tool of cargo, of exactly this version, since another one writes other bytes.
require() {
    if ! "$1" "${1#cargo-}" --version 2> /dev/null | grep -qF "$2"; then
        CARGO_TARGET_DIR=$tools/build cargo install --quiet --locked --force --root "$tools" --version "$2" --features "${3:-}" "$1"
    fi
}
if [ "${2:-}" = skip ] && { [ ! -x "$tools/bin/cargo-about" ] || [ ! -x "$tools/bin/cargo-cyclonedx" ]; }; then
    echo 'SKIPPED: there is neither cargo-about nor cargo-cyclonedx, so licences and lists of parts are empty' |
        tee -a "${DICEHALL_SKIPPED:-/dev/null}"
    echo 'The licences were not collected.' > "$out/THIRD-PARTY-LICENSES.txt"
    touch "$out"/{dicehall,dicehall-server}.cdx.json
    exit 0
fi
require cargo-about 0.9.3 cli
require cargo-cyclonedx 0.5.9

cargo fetch --locked --quiet
cargo-about about generate --fail --locked --offline --workspace --config packaging/about.toml \
    --output-file "$out/THIRD-PARTY-LICENSES.txt" packaging/about.hbs
for folder in client/lab server; do
    cargo-cyclonedx cyclonedx --quiet --format json --describe binaries --target x86_64-unknown-linux-gnu \
        --manifest-path "$folder/Cargo.toml"
done
# The tool writes beside every manifest, and gives each list a number of its own, the time, and the folder of this machine.
for name in dicehall dicehall-server; do
    python3 - "$(find client/lab server -maxdepth 1 -name "${name}_bin.cdx.json" -print -quit)" "$out/$name.cdx.json" << 'END'
import json, os, sys
with open(sys.argv[1]) as file:
    parts = json.load(file)
parts.pop("serialNumber", None)
parts["metadata"].pop("timestamp", None)
with open(sys.argv[2], "w") as file:
    file.write(json.dumps(parts, indent=1, sort_keys=True).replace(os.getcwd(), "/dicehall"))
END
done
find . -path ./target -prune -o -name '*.cdx.json' -print | while read -r left; do rm "$left"; done
