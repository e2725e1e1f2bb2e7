#!/usr/bin/env bash
# Tries the server's package and the units of the documents where systemd runs. Runs as root in the machine that
# packaging/parts/machine.sh makes, and tells what it has seen in lines that begin with CHECK.

# With -E a command that fails inside a function is told by the trap, too.
set -Eeuo pipefail
cd /root

say() {
    echo "CHECK: $1"
}
fail() {
    say "FAILED: $1"
    journalctl --no-pager --lines 30
    exit 1
}
trap 'fail "line $LINENO"' ERR

main_pid() {
    systemctl show --property MainPID --value "$1"
}
ready() {
    curl --silent --output /dev/null --fail --retry 60 --retry-delay 1 --retry-all-errors http://127.0.0.1:4601/readyz
}

check_install() {
    dpkg --install older.deb dicehall_*.deb > dpkg.log 2>&1 || { cat dpkg.log; fail 'the packages cannot be installed'; }
    systemctl is-active --quiet dicehall || fail 'the server was installed and does not run'
    systemctl is-enabled --quiet dicehall || fail 'the server would not run after the next start'
    ready
    [ "$(stat --format %U "/proc/$(main_pid dicehall)")" = dicehall ] || fail 'the server is not its own user'
    local exposed
    exposed=$(systemd-analyze security --no-pager dicehall | grep -o 'Overall exposure level.*')
    say "installed and running; $exposed"
}

# Somebody plays while the package is exchanged, and the match goes on.
check_upgrade_in_a_match() {
    play
    local before
    before=$(main_pid dicehall)
    dpkg --install dicehall-server_*.deb > dpkg.log 2>&1 || { cat dpkg.log; fail 'no upgrade'; }
    [ "$(main_pid dicehall)" != "$before" ] || fail 'the upgrade goes on with the old program'
    go_on 'an upgrade'
}

# The same while the server is killed.
check_kill_in_a_match() {
    play
    local before
    before=$(main_pid dicehall)
    systemctl kill --signal KILL dicehall
    ready
    [ "$(main_pid dicehall)" != "$before" ] || fail 'it was not killed'
    go_on 'a kill'
}

play() {
    rm -f paused go
    # A home that remembers no table.
    HOME=$(mktemp -d) python3 player.py --pause /root dicehall join 127.0.0.1:4600 --plain > player.log 2>&1 &
    player=$!
    until [ -f paused ]; do
        kill -0 "$player" || { cat player.log; fail 'nobody plays'; }
        sleep 0.2
    done
}

go_on() {
    touch go
    wait "$player" || { cat player.log; fail "the match did not go on after $1"; }
    say "a match went on after $1"
}

# Wrong options are told once and not tried again and again; right ones work.
check_wrong_options() {
    echo 'lobbys = 3' >> /etc/dicehall/server.toml
    ! systemctl restart dicehall 2> /dev/null || fail 'wrong options are taken'
    sleep 3
    [ "$(systemctl show --property NRestarts --value dicehall)" = 0 ] || fail 'wrong options are tried again'
    journalctl --unit dicehall --no-pager | grep -q lobbys || fail 'nothing tells which option is wrong'
    sed -i '$d' /etc/dicehall/server.toml
    systemctl restart dicehall
    ready
    say 'wrong options are told and not tried again'
}

# A certificate as the documents have it, exchanged while the server runs.
check_certificate() {
    certificate first
    printf 'tls-cert = "/etc/dicehall/chain.pem"\ntls-key = "/etc/dicehall/key.pem"\n' >> /etc/dicehall/server.toml
    systemctl restart dicehall
    ready
    [ "$(shown)" = first ] || fail "the certificate shown is $(shown)"
    certificate second
    local before
    before=$(main_pid dicehall)
    systemctl reload dicehall
    local tries=0
    until [ "$(shown)" = second ]; do
        tries=$((tries + 1))
        [ "$tries" -lt 50 ] || fail 'a new certificate is not shown after a reload'
        sleep 0.2
    done
    [ "$(main_pid dicehall)" = "$before" ] || fail 'a reload has started it again'
    sed -i '/^tls-/d' /etc/dicehall/server.toml
    systemctl restart dicehall
    ready
    say 'a certificate was exchanged by a reload'
}

certificate() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=$1" \
        -keyout /etc/dicehall/key.pem -out /etc/dicehall/chain.pem 2> /dev/null
    chown dicehall /etc/dicehall/key.pem
}

shown() {
    openssl s_client -connect 127.0.0.1:4600 < /dev/null 2> /dev/null | openssl x509 -noout -subject | sed 's/.*CN *= *//'
}

# The door of the documents: a key of its own, and a guest who comes by it.
check_door() {
    install -m 644 /usr/share/doc/dicehall/examples/dicehall-door.service /etc/systemd/system/
    systemctl daemon-reload
    systemctl start dicehall-door
    ssh-keygen -q -t ed25519 -N '' -f /root/.ssh/id_ed25519
    local said tries=0
    until said=$(echo quit | ssh -T -p 4622 -o StrictHostKeyChecking=no -o BatchMode=yes Ada@127.0.0.1 2> /dev/null); do
        tries=$((tries + 1))
        [ "$tries" -lt 50 ] || fail 'nobody answers at the door'
        sleep 0.2
    done
    [ -n "$said" ] || fail 'the door says nothing'
    local exposed
    exposed=$(systemd-analyze security --no-pager dicehall-door | grep -o 'Overall exposure level.*')
    systemctl stop dicehall-door
    say "a guest came by the door of the unit; $exposed"
}

# The copies that the documents' unit makes.
check_backup() {
    local examples=/usr/share/doc/dicehall-server/examples
    install -m 755 "$examples/backup.sh" /usr/local/sbin/dicehall-backup
    install -m 644 "$examples"/dicehall-backup.{service,timer} /etc/systemd/system/
    systemctl daemon-reload
    if [ "$(printf '%s\n3.37\n' "$(sqlite3 --version)" | sort -V | head -n 1)" != 3.37 ]; then
        check_no_backup
        return
    fi
    systemctl start dicehall-backup || { journalctl --no-pager --unit dicehall-backup; fail 'no copy is made'; }
    copies=(/var/backups/dicehall/journal-*.sqlite)
    [ -s "${copies[0]}" ] || fail 'there is no copy'
    say "the backup's unit has made a copy"
}

# The sqlite3 of an older system does not read the server's files, and the unit says so.
check_no_backup() {
    ! systemctl start dicehall-backup 2> /dev/null || fail 'a copy was made by a program that cannot read the journal'
    journalctl --unit dicehall-backup --no-pager | grep -q 'install 3.37 or later' || fail 'nothing tells why there is no copy'
    systemctl reset-failed dicehall-backup
    echo by hand > /var/backups/dicehall/journal-by-hand.sqlite
    copies=(/var/backups/dicehall/journal-by-hand.sqlite)
    say "the backup's unit tells that this system's sqlite3 is too old"
}

check_stop_and_purge() {
    local begun=$SECONDS
    systemctl stop dicehall
    [ "$(systemctl show --property Result --value dicehall)" = success ] || fail 'a stop ends badly'
    say "stopped after $((SECONDS - begun)) s"
    systemctl start dicehall
    dpkg --remove dicehall-server > dpkg.log 2>&1 || { cat dpkg.log; fail 'no removal'; }
    ! systemctl is-active --quiet dicehall || fail 'it runs after it was removed'
    [ -f /var/lib/dicehall/journal.sqlite ] || fail 'the journal went with the program'
    dpkg --purge dicehall-server > dpkg.log 2>&1 || { cat dpkg.log; fail 'no purge'; }
    [ ! -e /var/lib/dicehall ] || fail 'a purge leaves the journal'
    [ -s "${copies[0]}" ] || fail 'a purge takes the copies away'
    ! systemctl cat dicehall > /dev/null 2>&1 || fail 'a purge leaves the unit'
    say 'removed and purged'
}

check_install
check_upgrade_in_a_match
check_kill_in_a_match
check_wrong_options
check_certificate
check_door
check_backup
check_stop_and_purge
failed=$(systemctl --failed --no-legend --plain)
[ -z "$failed" ] || fail "units that have failed: $failed"
say 'all good'
