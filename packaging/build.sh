#!/usr/bin/env bash
# Builds the programs so that they run on glibc 2.28 and later, and makes all packages of them in target/dist: a .tar.gz, two .deb, a
# container image, with licences, a list of all parts, checksums and a signature. docs/packages.md says what it needs.
# Usage: packaging/build.sh [--programs FOLDER] [--out FOLDER]
#   --programs FOLDER  takes the programs that are in this folder and builds nothing, also no tools
#   --out FOLDER       where the packages go, in place of target/dist
# DICEHALL_PROFILE is the profile of the build (dist), DICEHALL_LEVEL how hard packages are compressed (9), DICEHALL_SIGNING_KEY the
# file with a private key of OpenSSH that signs the checksums, SOURCE_DATE_EPOCH the time of all files (that of the commit).
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
programs="" out=$root/target/dist
while [ $# -gt 0 ]; do
    case $1 in
        --programs) programs=$(realpath "$2"); shift 2 ;;
        --out) out=$2; shift 2 ;;
        *) sed -n '2,8s/^# //p' "$0" >&2; exit 2 ;;
    esac
done
mkdir -p "$out"
out=$(realpath "$out")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

readonly TARGET=x86_64-unknown-linux-gnu GLIBC=2.28
VERSION=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
DICEHALL_COMMIT=$(git rev-parse --short=12 HEAD)
# What is not committed is in no commit.
git diff --quiet HEAD || DICEHALL_COMMIT=$DICEHALL_COMMIT-changed
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
level=${DICEHALL_LEVEL:-9}
export VERSION DICEHALL_COMMIT SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C.UTF-8
umask 022

. packaging/parts/programs.sh
. packaging/parts/tarball.sh
. packaging/parts/deb.sh
. packaging/parts/image.sh

tools_missing=skip
[ -n "$programs" ] || { build_programs; tools_missing=install; }
rm -f "$out"/dicehall*_*.deb "$out"/dicehall-*.tar.gz "$out"/dicehall-*.oci.tar "$out"/SHA256SUMS*
packaging/licences.sh "$scratch" "$tools_missing"
describe_command_lines
make_tarball
make_deb dicehall
make_deb dicehall-server
make_image
cp "$scratch"/*.cdx.json "$scratch/THIRD-PARTY-LICENSES.txt" "$out/"
sign
(cd "$out" && ls -l SHA256SUMS* && cut -c 67- SHA256SUMS | xargs ls -l)
