# A machine of its own, in which systemd runs as it does for an operator. Sourced by packaging/check.sh.

readonly MACHINE_SECONDS_MAX=600

# check_machine SUITE: starts a machine of this release under qemu, in which inside_machine.sh tries the server's package and its units.
check_machine() {
    step "a machine with $1 and its systemd"
    if ! has qemu-system-x86_64 || ! has mke2fs; then
        skip 'no machine was started: that takes qemu-system-x86 and e2fsprogs'
        return
    fi
    if ! fill_machine "$1"; then
        skip "there is no $1 for a machine to be had: $(tail -1 "$scratch/debootstrap.log")"
        return
    fi
    local disk=$scratch/machine.ext4 boot=$machine/boot
    mke2fs -q -t ext4 -d "$machine" "$disk" 3G
    # It has no network but its own loopback, and ends by itself.
    timeout "$MACHINE_SECONDS_MAX" qemu-system-x86_64 -accel tcg,thread=multi -cpu max -m 1536 -smp 2 -nic none -nographic -no-reboot \
        -kernel "$(ls "$boot"/vmlinuz-*)" -initrd "$(ls "$boot"/initrd.img-*)" \
        -append 'root=/dev/vda rw console=ttyS0 panic=-1' -drive "file=$disk,format=raw,if=virtio" \
        < /dev/null > "$scratch/machine.log" 2>&1 || fail_machine 'the machine did not end by itself'
    { grep -a -o 'CHECK: .*' "$scratch/machine.log" || true; } | tr -d '\r'
    grep -a -q 'CHECK: all good' "$scratch/machine.log" || fail_machine 'a unit does not do in a machine what it should'
    rm "$disk"
}

fail_machine() {
    tail -40 "$scratch/machine.log" >&2
    fail "$1"
}

# Sets `machine` to the folder of a fresh system with a kernel, systemd, the packages and what inside_machine.sh needs.
fill_machine() {
    local kept=target/systems/$1-machine
    if [ ! -d "$kept" ]; then
        mkdir -p target/systems
        debootstrap --variant=minbase --include=systemd-sysv,linux-image-cloud-amd64,curl,procps,python3,openssl,openssh-client,sqlite3 \
            "$1" "$kept.part" "$(mirror)" > "$scratch/debootstrap.log" 2>&1 || return 1
        mv "$kept.part" "$kept"
    fi
    machine=$scratch/$1-machine
    cp -a "$kept" "$machine"
    older_revision "$server" "$machine/root/older.deb"
    cp "$client" "$server" packaging/parts/player.py packaging/parts/inside_machine.sh "$machine/root/"
    cat > "$machine/etc/systemd/system/check.service" << 'END'
[Unit]
After=multi-user.target
SuccessAction=poweroff-force
FailureAction=poweroff-force

[Service]
Type=oneshot
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS0
Environment=HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
ExecStart=/bin/bash /root/inside_machine.sh
END
    # Whoever waits for a login at the console would hang it up under the check.
    ln -s /dev/null "$machine/etc/systemd/system/serial-getty@ttyS0.service"
    mkdir -p "$machine/etc/systemd/system/default.target.wants"
    ln -s /etc/systemd/system/check.service "$machine/etc/systemd/system/default.target.wants/check.service"
}
