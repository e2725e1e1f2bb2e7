# The packages for Debian and what descends from it. Sourced by packaging/build.sh.

# make_deb NAME: the package of one program.
make_deb() {
    if ! command -v dpkg-deb > /dev/null; then
        echo "SKIPPED: no dpkg-deb on this machine, so there is no .deb of $1" | tee -a "${DICEHALL_SKIPPED:-/dev/null}" >&2
        return
    fi
    local name=$1 tree=$scratch/$1
    if [ "$name" = dicehall ]; then fill_client "$tree"; else fill_server "$tree"; fi
    fill_documents "$tree" "$name"
    install -d "$tree/DEBIAN"
    sed -e "s/@VERSION@/$VERSION-1/" -e "s/@SIZE@/$(du -sk --apparent-size "$tree" | cut -f1)/" \
        "packaging/debian/$name.control" > "$tree/DEBIAN/control"
    local script
    for script in postinst prerm postrm; do
        [ ! -f "packaging/debian/$name.$script" ] || install -m 755 "packaging/debian/$name.$script" "$tree/DEBIAN/$script"
    done
    [ ! -d "$tree/etc" ] || (cd "$tree" && find etc -type f | sort | sed 's,^,/,' > DEBIAN/conffiles)
    (cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum > DEBIAN/md5sums)
    same_times "$tree"
    # With several threads the bytes depend on their number.
    dpkg-deb --root-owner-group --threads-max=1 -Zxz "-z$level" --build "$tree" "$out/${name}_$VERSION-1_amd64.deb" > /dev/null
}

fill_client() {
    install_program dicehall "$1/usr" 1
    install -D -m 644 packaging/dicehall.desktop "$1/usr/share/applications/dicehall.desktop"
    install -D -m 644 packaging/dicehall.svg "$1/usr/share/icons/hicolor/scalable/apps/dicehall.svg"
    install -D -m 644 -t "$1/usr/share/doc/dicehall/examples" docs/operations/dicehall-door.service
    packaged_paths "$1/usr/share/doc/dicehall/examples"
}

fill_server() {
    local examples=$1/usr/share/doc/dicehall-server/examples
    install_program dicehall-server "$1/usr" 8
    install -D -m 644 -t "$1/usr/lib/systemd/system" docs/operations/dicehall.service
    packaged_paths "$1/usr/lib/systemd/system"
    install -D -m 644 packaging/dicehall-server.sysusers "$1/usr/lib/sysusers.d/dicehall-server.conf"
    install -D -m 644 packaging/dicehall-server.tmpfiles "$1/usr/lib/tmpfiles.d/dicehall-server.conf"
    install -d "$1/etc/dicehall"
    # The documents' server has a certificate; a fresh one has none yet.
    sed -e '1s/:.*/: the options of the server, as "dicehall-server --help" explains them./' -e 's/^tls-/# tls-/' \
        -e 's/^name = .*/name = "Dicehall"/' docs/operations/server.toml > "$1/etc/dicehall/server.toml"
    chmod 644 "$1/etc/dicehall/server.toml"
    install -D -m 644 -t "$examples" docs/operations/*.{conf,json,sh,timer,yml} docs/operations/dicehall-backup.service
    packaged_paths "$examples"
}

# The documents and their units name the places of what was built by hand; a package has others.
packaged_paths() {
    find "$1" -type f -exec sed -i 's,/usr/local/bin/,/usr/bin/,' {} +
}

fill_documents() {
    local doc=$1/usr/share/doc/$2
    install -d "$doc"
    install -m 644 packaging/debian/copyright "$doc/copyright"
    gzip -9nc CHANGELOG.md > "$doc/changelog.gz"
    gzip -9nc "$scratch/THIRD-PARTY-LICENSES.txt" > "$doc/THIRD-PARTY-LICENSES.txt.gz"
    {
        printf '%s (%s-1) unstable; urgency=medium\n\n  * Version %s: see changelog.gz.\n\n' "$2" "$VERSION" "$VERSION"
        printf ' -- %s  %s\n' "$(sed -n 's/^Maintainer: //p' "packaging/debian/$2.control")" \
            "$(date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")"
    } | gzip -9n > "$doc/changelog.Debian.gz"
    install -D -m 644 "packaging/debian/$2.lintian" "$1/usr/share/lintian/overrides/$2"
}
