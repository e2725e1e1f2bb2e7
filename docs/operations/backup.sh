#!/bin/sh
# Copies the journal while the server runs, checks the copy, and keeps the newest 14; and the files and results of matches,
# which stay. A node of a cluster has no journal in its folder, and everything else.
# Run it as the server's own user: backup.sh [DATA FOLDER] [BACKUP FOLDER]
set -eu
umask 077
data=${1:-/var/lib/dicehall}
backups=${2:-/var/backups/dicehall}
kept=14

# The tables of the server are strict ones, which SQLite knows from 3.37 on.
version=$(sqlite3 --version | cut -d ' ' -f 1)
if [ "$(printf '%s\n3.37\n' "$version" | sort -V | head -n 1)" != 3.37 ]; then
    echo "this sqlite3 ($version) cannot read the server's files: install 3.37 or later, or stop the server and copy $data" >&2
    exit 1
fi

copy="$backups/journal-$(date -u +%Y%m%dT%H%M%SZ).sqlite"
trap 'rm -f "$copy.part"' EXIT
if [ -f "$data/node.json" ] && [ ! -f "$data/journal.sqlite" ]; then
    copy="$backups/matches"
else
    # Only read: -readonly keeps sqlite3, whatever its version, from writing to a journal that is in use.
    sqlite3 -readonly "$data/journal.sqlite" "VACUUM INTO '$copy.part'"
    [ "$(sqlite3 -readonly "$copy.part" 'PRAGMA integrity_check')" = ok ]
    mv "$copy.part" "$copy"
fi
# Results cannot be made again once a match file is gone. Of both only the newest copy is kept, so that people who want to be
# forgotten are. A server that has none yet has no such file.
for name in results.sqlite accounts.sqlite; do
    if [ -f "$data/$name" ]; then
        rm -f "$backups/$name.part"
        sqlite3 -readonly "$data/$name" "VACUUM INTO '$backups/$name.part'"
        mv "$backups/$name.part" "$backups/$name"
    fi
done
for name in admin-token address.key certificate.pem key.pem; do
    if [ -f "$data/$name" ]; then cp -p "$data/$name" "$backups/"; fi
done
# Of lobbies that have ended nothing is left but the files of their matches: they do not change, and segments only grow, unless
# old matches are removed from one. A match that is being written now is whole in the next copy.
mkdir -p "$backups/matches"
size() { if [ -f "$1" ]; then wc -c <"$1"; else echo 0; fi; }
for file in "$data"/matches/*.jsonl "$data"/matches/*.matches; do
    place="$backups/matches/${file##*/}"
    # The server may remove a file at any time.
    if [ "$(size "$file")" -gt "$(size "$place")" ] && cp -p "$file" "$place.part"; then mv "$place.part" "$place"; fi
done
sync -f "$backups"

# The names are times, so the order of names is that of time.
find "$backups" -name 'journal-*.sqlite' | sort | head -n -"$kept" | xargs -r rm --
echo "$copy"
