#!/usr/bin/env bash
# Attacks each target, or those that are named, for so many seconds (60 unless told otherwise):
#   fuzz/run.sh [SECONDS] [TARGET...]
# Exit code 0: nothing was found; 1: something was, and the input is in fuzz/artifacts, or our own code does not build; 3: this
# machine cannot build a fuzzer.
# Works with the stable toolchain. Needs a C++ compiler and the crates registry or a filled cache of it.
set -euo pipefail
cd "$(dirname "$0")"

seconds=${1:-60}
shift || true

if ! command -v "${CXX:-c++}" > /dev/null; then
    echo "no C++ compiler: libFuzzer cannot be built" >&2
    exit 3
fi

# Coverage without a sanitizer: there is no unsafe code to sanitize. With --target the flags stay away from build scripts.
host=$(rustc -vV | sed -n 's/^host: //p')
flags='-Cpasses=sancov-module'
for option in level=4 inline-8bit-counters pc-table trace-compares; do
    flags+=" -Cllvm-args=-sanitizer-coverage-$option"
done
flags+=' -Ccodegen-units=4'
if ! RUSTFLAGS="$flags" cargo build --release --locked --target "$host" > build.log 2>&1; then
    tail -n 20 build.log >&2
    if grep -qE 'could not compile|lock file' build.log; then
        echo "the fuzzer does not build" >&2
        exit 1
    fi
    echo "the fuzzer cannot be built here" >&2
    exit 3
fi
rm -f build.log

if [ "$#" -eq 0 ]; then
    set -- $(ls corpus)
fi

# Attacks one target and tells what came of it.
attack() {
    local target=$1
    local found=target/corpus/$target seeds=(corpus/"$target")
    mkdir -p "$found" artifacts
    case $target in
        *_message) seeds+=("../protocol/golden/${target%_message}") ;;
    esac
    if DICEHALL_FUZZ_TARGET=$target "target/$host/release/fuzz" "$found" "${seeds[@]}" -max_total_time="$seconds" \
        -timeout=10 -rss_limit_mb=1024 -max_len=8192 -artifact_prefix="artifacts/$target-" -print_final_stats=1 \
        > "target/$target.log" 2>&1; then
        echo "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "target/$target.log") inputs, nothing found"
    else
        grep -E 'panicked at|^ERROR|SUMMARY|Test unit written' -A1 "target/$target.log" >&2 || tail -n 20 "target/$target.log" >&2
        echo "$target: FOUND SOMETHING, see fuzz/target/$target.log" >&2
        return 1
    fi
}

# As many targets at a time as there are processors.
export -f attack
export host seconds
printf '%s\n' "$@" | xargs -P "$(nproc)" -I '{}' bash -c 'attack "$1"' attack '{}' || exit 1
