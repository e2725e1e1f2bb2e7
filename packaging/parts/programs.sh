# The two programs. Sourced by packaging/build.sh.

# Builds both for an old glibc, with the linker and the headers of zig. Each is built alone, since `dicehall` has the server inside of
# it without clusters. The folders of this machine stand in no program, so that another one builds the same bytes.
build_programs() {
    local cargo_home=${CARGO_HOME:-$HOME/.cargo} profile=${DICEHALL_PROFILE:-dist}
    local tools=${DICEHALL_TOOLS:-$root/target/packaging-tools}
    if [ ! -x "$tools/bin/cargo-zigbuild" ]; then
        python3 -m venv "$tools"
        "$tools/bin/pip" install --quiet --no-deps --only-binary=:all: --require-hashes --requirement packaging/requirements.txt
    fi
    export PATH=$tools/bin:$PATH
    export RUSTFLAGS="--remap-path-prefix=$root=/dicehall --remap-path-prefix=$cargo_home=/cargo"
    export CFLAGS_x86_64_unknown_linux_gnu="-ffile-prefix-map=$root=/dicehall -ffile-prefix-map=$cargo_home=/cargo"
    local package
    for package in dicehall-lab dicehall-server; do
        cargo-zigbuild zigbuild --locked --profile "$profile" --target "$TARGET.$GLIBC" --package "$package" --bins
    done
    programs=${CARGO_TARGET_DIR:-$root/target}/$TARGET/$profile
}

# Writes the manuals and completions of both programs, as they print them themselves.
describe_command_lines() {
    local name section shell
    for name in dicehall:1 dicehall-server:8; do
        section=${name#*:} name=${name%:*}
        mkdir -p "$scratch/$name.words"
        "$programs/$name" man > "$scratch/$name.words/$name.$section"
        for shell in bash zsh fish; do
            "$programs/$name" completions "$shell" > "$scratch/$name.words/$shell"
        done
    done
}

# Puts a program into a folder with its manual and completions: install_program NAME FOLDER SECTION.
install_program() {
    local name=$1 folder=$2 section=$3 words=$scratch/$1.words
    install -D -m 755 "$programs/$name" "$folder/bin/$name"
    # The profile `dist` is stripped already.
    strip --strip-all "$folder/bin/$name"
    install -D -m 644 "$words/$name.$section" "$folder/share/man/man$section/$name.$section"
    gzip -9n "$folder/share/man/man$section/$name.$section"
    install -D -m 644 "$words/bash" "$folder/share/bash-completion/completions/$name"
    install -D -m 644 "$words/zsh" "$folder/share/zsh/vendor-completions/_$name"
    install -D -m 644 "$words/fish" "$folder/share/fish/vendor_completions.d/$name.fish"
}

# Gives all files of a folder the time of the commit.
same_times() {
    find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}

# Writes the checksums of all packages, and signs them if there is a key.
sign() {
    (cd "$out" && sha256sum dicehall[-_]*.deb dicehall-*.tar.gz dicehall-*.oci.tar dicehall*.cdx.json THIRD-PARTY-LICENSES.txt \
        2> /dev/null > SHA256SUMS || true)
    if [ -n "${DICEHALL_SIGNING_KEY:-}" ]; then
        ssh-keygen -q -Y sign -f "$DICEHALL_SIGNING_KEY" -n dicehall-release "$out/SHA256SUMS"
    else
        echo 'not signed: DICEHALL_SIGNING_KEY names no key' >&2
    fi
}
