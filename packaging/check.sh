#!/usr/bin/env bash
# Tries the packages of a folder: their contents, signatures and licences; then, as root on Debian, each package in a fresh system
# made by debootstrap: it is installed, started, played on, upgraded in the middle of a match, removed and purged. What cannot be
# tried here is said in a line that begins with SKIPPED, and the last line counts these.
# Usage: packaging/check.sh [FOLDER] [--quick] [--twice] [--machine]
#   FOLDER   the packages, target/dist if none is named
#   --quick  makes no fresh systems
#   --twice  also builds everything twice in two folders and compares the bytes
#   --machine  also starts a machine of each system under qemu, with systemd, in which the units do what they should
# DICEHALL_SIGNERS is the file of allowed signers for the signature, DICEHALL_MIRROR where Debian's packages come from (the first
# that apt knows), DICEHALL_SUITES the systems (bookworm bullseye).
set -euo pipefail
cd "$(dirname "$0")/.."
folder=target/dist quick="" twice="" machine=""
for argument in "$@"; do
    case $argument in
        --quick) quick=1 ;;
        --twice) twice=1 ;;
        --machine) machine=1 ;;
        -*) sed -n '5,11s/^# //p' "$0" >&2; exit 2 ;;
        *) folder=$argument ;;
    esac
done
folder=$(realpath "$folder")
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
client=$folder/dicehall_$version-1_amd64.deb server=$folder/dicehall-server_$version-1_amd64.deb
tarball=$folder/dicehall-$version-x86_64-linux.tar.gz image=$folder/dicehall-server-$version-amd64.oci.tar
scratch=$(mktemp -d)
. packaging/parts/contents.sh
. packaging/parts/systems.sh
. packaging/parts/machine.sh
trap 'leave_systems; rm -rf "$scratch"' EXIT

skipped=0
skip() {
    echo "SKIPPED: $1" | tee -a "${DICEHALL_SKIPPED:-/dev/null}"
    skipped=$((skipped + 1))
}
step() {
    printf -- '-- %4d s: %s\n' "$SECONDS" "$1"
}
fail() {
    echo "FAILED: $1" >&2
    exit 1
}
has() {
    command -v "$1" > /dev/null
}

step 'checksums and signature'
check_sums
step 'both programs tell version, commit and features, and have what a packaged program has'
check_programs
step 'units, desktop entry and lintian'
check_debs
step 'calls of the system that the unit allows'
check_calls
step 'licences and lists of parts'
check_licences
if [ -n "$quick" ]; then
    skip 'no fresh system was made (--quick): nothing was installed, upgraded or purged'
elif [ "$(id -u)" -ne 0 ] || ! has debootstrap; then
    skip 'no fresh system was made: that takes root and debootstrap'
else
    for suite in ${DICEHALL_SUITES:-bookworm bullseye}; do
        check_system "$suite"
    done
    step 'the container image'
    check_image
fi
if [ -n "$machine" ]; then
    for suite in ${DICEHALL_SUITES:-bookworm bullseye}; do
        check_machine "$suite"
    done
else
    skip 'no machine was started (--machine), so no systemd ran a unit'
fi
if [ -n "$twice" ]; then
    step 'two builds in two folders'
    check_twice
else
    skip 'nothing was built twice (--twice)'
fi
step "all good; skipped: $skipped"
