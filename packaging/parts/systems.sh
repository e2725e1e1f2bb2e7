# Fresh systems in which packages are tried. Sourced by packaging/check.sh.

system="" server_pid="" entry=()

# Where Debian's packages come from: what the system's own apt uses.
mirror() {
    if [ -n "${DICEHALL_MIRROR:-}" ]; then echo "$DICEHALL_MIRROR"; return; fi
    apt-get indextargets --format '$(SITE)' 'Codename: *' 2> /dev/null | grep -m 1 '/debian$' || echo http://deb.debian.org/debian
}

# Makes a system of this release; the first of its kind is kept in target/systems, because it takes a minute.
make_system() {
    local kept=target/systems/$1
    if [ ! -d "$kept" ]; then
        mkdir -p target/systems
        debootstrap --variant=minbase "$1" "$kept.part" "$(mirror)" > "$scratch/debootstrap.log" 2>&1 || return 1
        mv "$kept.part" "$kept"
    fi
    system=$scratch/$1
    cp -a "$kept" "$system"
    cp --remove-destination /etc/resolv.conf "$system/etc/resolv.conf"
    mount -t proc proc "$system/proc" 2> /dev/null || true
    mkdir -p "$system/root/packages"
}

# Ends what runs in a system, and takes it away.
leave_systems() {
    stop_server
    [ -z "$system" ] || umount "$system/proc" 2> /dev/null || true
    system=
}

# Sets `entry` to the words before a command of the system that a user runs: enter_as USER. An image has no `env`.
enter_as() {
    entry=(chroot --userspec="$1" "$system")
    [ ! -x "$system/usr/bin/env" ] || entry+=(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp TERM=dumb LC_ALL=C.UTF-8
        DEBIAN_FRONTEND=noninteractive)
}

# Runs a command in the system as root.
enter() {
    enter_as root
    "${entry[@]}" "$@"
}

install_in_system() {
    enter apt-get install --yes --quiet --no-install-recommends "$@" > "$scratch/apt.log" 2>&1 ||
        { tail -20 "$scratch/apt.log" >&2; fail "apt-get install $*"; }
}

# start_server USER ADDRESS OPTIONS...: starts the server as its user, as the unit or the container does, and sets `address` when it
# is ready.
start_server() {
    enter_as "$1"
    : > "$scratch/server.out"
    "${entry[@]}" dicehall-server --listen "$2" --admin "$admin" --no-lan "${@:3}" \
        > "$scratch/server.out" 2> "$scratch/server.log" &
    server_pid=$!
    await_server
}

# Sets `address` when the server that was started is ready.
await_server() {
    local line="" tries=0
    until line=$(grep -m 1 '^listening on' "$scratch/server.out"); do
        tries=$((tries + 1))
        if [ "$tries" -gt 600 ] || ! kill -0 "$server_pid" 2> /dev/null; then
            cat "$scratch/server.log" >&2
            fail 'the server does not start'
        fi
        sleep 0.1
    done
    address=$(sed 's,.*//\(.*\)/ws,\1,' <<< "$line")
}

stop_server() {
    [ -z "$server_pid" ] || { kill "$server_pid" 2> /dev/null && wait "$server_pid" || true; }
    server_pid=
}

# A port of this machine that nobody uses at the moment.
free_port() {
    python3 -c 'import socket; it = socket.socket(); it.bind(("127.0.0.1", 0)); print(it.getsockname()[1])'
}

# check_system SUITE: all of a package's life in a fresh system, and the archive.
check_system() {
    step "a fresh $1"
    if ! make_system "$1"; then
        skip "there is no $1 to be had: $(tail -1 "$scratch/debootstrap.log")"
        return
    fi
    admin=127.0.0.1:$(free_port)
    cp "$client" "$server" "$system/root/packages/"
    older_revision "$server" "$system/root/packages/older.deb"
    enter apt-get update --quiet > "$scratch/apt.log" 2>&1 || { cat "$scratch/apt.log" >&2; fail 'apt-get update'; }
    check_install
    check_upgrade_in_a_match
    check_purge
    check_archive
    skip "systemd does not run in a folder: on $1 the unit was installed and enabled, but the server was started by hand"
    leave_systems
}

# The same package as an earlier revision.
older_revision() {
    dpkg-deb --raw-extract "$1" "$scratch/older"
    sed -i "s/^Version: .*/Version: $version-0/" "$scratch/older/DEBIAN/control"
    dpkg-deb --root-owner-group -Zgzip -z1 --build "$scratch/older" "$2" > /dev/null
    rm -r "$scratch/older"
}

check_install() {
    install_in_system /root/packages/older.deb "/root/packages/$(basename "$client")"
    enter dicehall --version
    enter dicehall-server --version
    local link=$system/etc/systemd/system/multi-user.target.wants/dicehall.service
    [ -L "$link" ] || fail 'the unit is not enabled'
    [ "$(enter stat --format '%U %a' /var/lib/dicehall)" = 'dicehall 700' ] || fail 'the folder of the journal is not private'
    [ -f "$system/etc/dicehall/server.toml" ] || fail 'there are no options'
    echo '# ours' >> "$system/etc/dicehall/server.toml"
}

# A person plays while the package is exchanged and the server started again, and the match goes on.
check_upgrade_in_a_match() {
    start_server dicehall:dicehall 127.0.0.1:0 --config /etc/dicehall/server.toml
    local kept=$address
    rm -f "$scratch/paused" "$scratch/go"
    enter_as root
    python3 packaging/parts/player.py --pause "$scratch" "${entry[@]}" dicehall join "$address" --plain > "$scratch/player.log" 2>&1 &
    local player=$!
    until [ -f "$scratch/paused" ]; do
        kill -0 $player 2> /dev/null || { cat "$scratch/player.log" >&2; fail 'nobody plays'; }
        sleep 0.2
    done
    stop_server
    install_in_system "/root/packages/$(basename "$server")"
    start_server dicehall:dicehall "$kept" --config /etc/dicehall/server.toml
    touch "$scratch/go"
    wait $player || { cat "$scratch/player.log" >&2; fail 'the match did not go on'; }
    tail -3 "$scratch/player.log"
    enter grep -q '^# ours$' /etc/dicehall/server.toml || fail 'an upgrade has overwritten the options'
    enter dicehall-server ctl --admin "$admin" --data /var/lib/dicehall --by check lobbies
    stop_server
    enter sh -c 'dicehall verify /var/lib/dicehall/matches/*' || fail 'the match cannot be checked'
}

check_purge() {
    enter apt-get remove --yes --quiet dicehall dicehall-server > "$scratch/apt.log" 2>&1 || fail 'apt-get remove'
    [ -f "$system/var/lib/dicehall/journal.sqlite" ] || fail 'the journal went with the program'
    enter apt-get purge --yes --quiet dicehall dicehall-server > "$scratch/apt.log" 2>&1 || fail 'apt-get purge'
    local left
    left=$(find "$system" -xdev -name '*dicehall*' -not -path "$system/root/*" -not -path "$system/tmp/*")
    [ -z "$left" ] || fail "left after a purge: $left"
}

check_archive() {
    tar --directory "$system/opt" --extract --gzip --file "$tarball"
    local inside=/opt/dicehall-$version-x86_64-linux
    enter_as root
    python3 packaging/parts/player.py "${entry[@]}" "$inside/bin/dicehall" play --plain --game tic-tac-toe --seats me,easy \
        --bot-pace 0 > "$scratch/player.log" 2>&1 ||
        { cat "$scratch/player.log" >&2; fail 'the program of the archive does not play'; }
    tail -2 "$scratch/player.log"
}

check_image() {
    if ! has skopeo || ! has umoci; then
        skip 'the image was not unpacked: that takes skopeo and umoci'
        return
    fi
    skopeo copy --quiet "oci-archive:$image" "oci:$scratch/layout:$version"
    skopeo inspect --config "oci:$scratch/layout:$version" > "$scratch/image.json"
    umoci unpack --image "$scratch/layout:$version" "$scratch/bundle" > "$scratch/umoci.log" 2>&1 || { cat "$scratch/umoci.log" >&2; fail 'umoci'; }
    python3 - "$scratch/image.json" << 'END' || fail 'the image is not as it should be'
import json, sys
config = json.load(open(sys.argv[1]))["config"]
assert config["User"].split(":")[0] not in ("", "0", "root"), config
assert "/var/lib/dicehall" in config["Volumes"], config
END
    system=$scratch/bundle/rootfs admin=127.0.0.1:$(free_port)
    start_server 46000:46000 127.0.0.1:0 --data /var/lib/dicehall
    enter_as 46000:46000
    local ask=("${entry[@]}" dicehall-server ctl --data /var/lib/dicehall --admin "$admin" --by health lobbies)
    "${ask[@]}" || fail 'the health check fails'
    stop_server
    ! "${ask[@]}" 2> /dev/null || fail 'the health check says that all is well when nothing runs'
    skip 'no engine of containers is on this machine: the image was unpacked, and its program run in a chroot'
}

# Builds the same commit in two folders, and compares all packages.
check_twice() {
    local one=$scratch/one two=$scratch/another/place tree
    for tree in "$one" "$two"; do
        git clone --quiet . "$tree"
        DICEHALL_TOOLS=$PWD/target/packaging-tools "$tree/packaging/build.sh" > "$tree.log" 2>&1 || { tail -20 "$tree.log" >&2; fail "a build in $tree"; }
    done
    diff "$one/target/dist/SHA256SUMS" "$two/target/dist/SHA256SUMS" || fail 'two builds have different bytes'
}
