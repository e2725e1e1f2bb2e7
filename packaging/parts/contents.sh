# What packages contain. Sourced by packaging/check.sh.

check_sums() {
    (cd "$folder" && sha256sum --quiet --check SHA256SUMS) || fail 'a checksum is wrong'
    local listed
    listed=$(wc -l < "$folder/SHA256SUMS")
    [ "$listed" -ge 4 ] || fail "only $listed packages have a checksum"
    if [ -f "$folder/SHA256SUMS.sig" ] && [ -n "${DICEHALL_SIGNERS:-}" ]; then
        verify "$DICEHALL_SIGNERS" "$folder/SHA256SUMS.sig" < "$folder/SHA256SUMS" || fail 'the signature is wrong'
    else
        skip 'the signature was not checked: DICEHALL_SIGNERS names no file of allowed signers, or there is none'
    fi
    # That a signature is refused when a byte changes is tried with a key of our own.
    ssh-keygen -q -t ed25519 -N '' -f "$scratch/key"
    echo "release namespaces=\"dicehall-release\" $(cut -d' ' -f1,2 "$scratch/key.pub")" > "$scratch/signers"
    cp "$folder/SHA256SUMS" "$scratch/sums"
    ssh-keygen -q -Y sign -f "$scratch/key" -n dicehall-release "$scratch/sums" 2> /dev/null
    verify "$scratch/signers" "$scratch/sums.sig" < "$scratch/sums" || fail 'a good signature is refused'
    ! sed 's/^./f/' "$scratch/sums" | tr 'e' 'd' | verify "$scratch/signers" "$scratch/sums.sig" || fail 'a wrong signature is taken'
}

# verify SIGNERS SIGNATURE: whether what comes in was signed by a key of the release.
verify() {
    ssh-keygen -q -Y verify -f "$1" -I release -n dicehall-release -s "$2" > /dev/null 2>&1
}

check_programs() {
    tar --directory "$scratch" --extract --gzip --file "$tarball"
    unpacked=$scratch/dicehall-$version-x86_64-linux
    local name said needed
    for name in dicehall dicehall-server; do
        said=$("$unpacked/bin/$name" --version)
        echo "$said"
        [[ "$said" =~ ^$name\ $version\ \(protocol\ [0-9]+,\ commit\ [0-9a-z-]+,\ features:\ [a-z\ ]+\)$ ]] ||
            fail "$name --version says: $said"
        readelf --file-header --wide "$unpacked/bin/$name" | grep -q 'DYN ' || fail "$name is not position independent"
        readelf --dynamic --wide "$unpacked/bin/$name" | grep -q 'NOW' || fail "$name is linked lazily"
        needed=$(objdump --dynamic-syms "$unpacked/bin/$name" | grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -1)
        echo "$name needs $needed"
        # The programs that a quick check gets were built for this machine alone.
        if [ -n "$quick" ]; then continue; fi
        [[ "$said" != *unknown* ]] || fail "$name does not know its commit"
        ! strings "$unpacked/bin/$name" | grep -F "$PWD" || fail "$name tells where it was built"
        [ "$(printf '%s\nGLIBC_2.28\n' "$needed" | sort -V | tail -1)" = GLIBC_2.28 ] || fail "$name needs $needed"
    done
    [ "$("$unpacked/bin/dicehall" man)" = "$(gunzip -c "$unpacked/share/man/man1/dicehall.1.gz")" ] || fail 'another manual'
}

check_debs() {
    if [ ! -f "$client" ] || [ ! -f "$server" ]; then
        skip 'there is no .deb to look into'
        return
    fi
    local deb
    for deb in "$client" "$server"; do
        dpkg-deb --extract "$deb" "$scratch/$(basename "$deb" .deb)"
    done
    local installed=$scratch/$(basename "$server" .deb) entry=$scratch/$(basename "$client" .deb)/usr/share/applications/dicehall.desktop
    local unit=$installed/usr/lib/systemd/system/dicehall.service
    if has systemd-analyze; then
        # The unit is read as if its program were installed here; that the package has it is looked up.
        [ -x "$installed$(sed -n 's/^ExecStart=\([^ ]*\).*/\1/p' "$unit")" ] || fail 'the unit starts what the package does not have'
        mkdir -p "$scratch/unit"
        sed 's,^ExecStart=[^ ]*,ExecStart=/usr/bin/true,' "$unit" > "$scratch/unit/dicehall.service"
        systemd-analyze verify --man=no "$scratch/unit/dicehall.service" > "$scratch/unit.log" 2>&1 || true
        ! grep -F dicehall.service "$scratch/unit.log" | grep -v 'is not executable' || fail 'systemd would not take the unit'
        systemd-analyze security --offline=true --threshold=20 "$unit" | tail -1
    else
        skip 'the unit was not read: there is no systemd-analyze'
    fi
    if has desktop-file-validate; then desktop-file-validate "$entry"; else skip 'there is no desktop-file-validate'; fi
    if has lintian; then
        lintian --fail-on error,warning --tag-display-limit 0 --allow-root "$client" "$server" || fail 'lintian'
    else
        skip 'there is no lintian'
    fi
}

# Every library of the programs is in the file of licences and in the list of parts.
check_licences() {
    if [ -n "$quick" ] && [ ! -s "$folder/dicehall.cdx.json" ]; then
        skip 'licences and lists of parts were not made'
        return
    fi
    local package program part count=0
    for package in dicehall-lab:dicehall dicehall-server:dicehall-server; do
        program=${package#*:} package=${package%:*}
        while read -r part; do
            count=$((count + 1))
            grep -qxF "  $part" "$folder/THIRD-PARTY-LICENSES.txt" || fail "the licence of $part is missing"
            grep -qF "pkg:cargo/${part/ /@}" "$folder/$program.cdx.json" || fail "$part is missing in $program.cdx.json"
        done < <(cargo tree --locked --edges normal --target x86_64-unknown-linux-gnu --package "$package" --prefix none |
            sed -e 's/ (.*//' -e 's/ v/ /' | sort -u | grep .)
    done
    echo "$count parts, each with its licence"
}

# A match is played while every call of the system is counted that the server makes: its unit must allow all of them.
check_calls() {
    if ! has strace || ! has systemd-analyze; then
        skip 'the calls of the server were not held against its unit: that takes strace and systemd-analyze'
        return
    fi
    # As root SQLite makes calls that it does not make as the user of the unit.
    local user=()
    [ "$(id -u)" -ne 0 ] || user=(-u nobody)
    chmod 711 "$scratch"
    install -d -m 777 "$scratch/data"
    strace -f -qq -c "${user[@]}" -o "$scratch/calls" "$unpacked/bin/dicehall-server" --data "$scratch/data" --listen 127.0.0.1:0 \
        --no-lan > "$scratch/server.out" 2> "$scratch/server.log" &
    server_pid=$!
    await_server
    python3 packaging/parts/player.py "$unpacked/bin/dicehall" join "$address" --plain > "$scratch/player.log" 2>&1 ||
        { cat "$scratch/player.log" >&2; fail 'nobody can play while the calls are counted'; }
    pkill -TERM -P "$server_pid"
    wait "$server_pid" || true
    server_pid=
    python3 packaging/parts/calls.py docs/operations/dicehall.service "$scratch/calls" || fail 'the unit would not let the server work'
}
