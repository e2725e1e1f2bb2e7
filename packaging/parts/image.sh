# The container image of the server, in the form of the Open Container Initiative. Sourced by packaging/build.sh.

# The libraries of the system that the program needs, which come from Debian's packages as apt has them, with their licences.
readonly SYSTEM_PACKAGES=(libc6)
# Nobody else has this number, on the machines that run the image either.
readonly IMAGE_USER=46000

make_image() {
    local tree=$scratch/image
    if ! fill_image "$tree" 2> "$scratch/image.log"; then
        echo "SKIPPED: there is no image: $(tail -1 "$scratch/image.log")" | tee -a "${DICEHALL_SKIPPED:-/dev/null}" >&2
        return
    fi
    same_times "$tree"
    # Everything belongs to root but the folder of the journal, which nobody has to be root to write into an archive.
    local layer=$scratch/layer.tar common=(--directory "$tree" --numeric-owner --format=ustar --mtime="@$SOURCE_DATE_EPOCH")
    tar "${common[@]}" --create --sort=name --owner=0 --group=0 --exclude=./var/lib/dicehall --file "$layer" .
    tar "${common[@]}" --append --owner="$IMAGE_USER" --group="$IMAGE_USER" --file "$layer" ./var/lib/dicehall
    python3 packaging/parts/image.py --layer "$layer" --version "$VERSION" --commit "$DICEHALL_COMMIT" \
        --user "$IMAGE_USER" --out "$out/dicehall-server-$VERSION-amd64.oci.tar"
}

# Fills a folder with the program, what it needs of the system, and its user.
fill_image() {
    local tree=$1 package library
    mkdir -p "$scratch/system" "$tree"/{etc,usr/bin,usr/lib,tmp,var/lib/dicehall}
    (cd "$scratch/system" && apt-get download "${SYSTEM_PACKAGES[@]}" > /dev/null) || return 1
    for package in "$scratch"/system/*.deb; do
        dpkg-deb --extract "$package" "$scratch/system" || return 1
    done
    install -m 755 "$programs/dicehall-server" "$tree/usr/bin/"
    strip --strip-all "$tree/usr/bin/dicehall-server"
    # The loader is where every program names it, and it looks for libraries where Debian has them.
    local loader=ld-linux-x86-64.so.2
    for library in $(needed_libraries "$tree/usr/bin/dicehall-server" | grep -vxF "$loader"); do
        install_library "$library" "$tree/lib/x86_64-linux-gnu" || return 1
    done
    install_library "$loader" "$tree/lib64" || return 1
    for package in "${SYSTEM_PACKAGES[@]}"; do
        install -D -m 644 "$scratch/system/usr/share/doc/$package/copyright" "$tree/usr/share/doc/$package/copyright"
    done
    install -D -m 644 LICENSE "$scratch/THIRD-PARTY-LICENSES.txt" -t "$tree/usr/share/doc/dicehall-server"
    printf 'root:x:0:0::/:/\ndicehall:x:%s:%s::/var/lib/dicehall:/\n' "$IMAGE_USER" "$IMAGE_USER" > "$tree/etc/passwd"
    printf 'root:x:0:\ndicehall:x:%s:\n' "$IMAGE_USER" > "$tree/etc/group"
    echo 'hosts: files dns' > "$tree/etc/nsswitch.conf"
    chmod 1777 "$tree/tmp"
    chmod 700 "$tree/var/lib/dicehall"
}

# install_library NAME FOLDER: a library of the system's packages.
install_library() {
    local found
    found=$(find "$scratch/system" -name "$1" -print -quit)
    if [ -z "$found" ]; then
        echo "no package that the image may have has $1" >&2
        return 1
    fi
    install -D -m 755 "$found" "$2/$1"
}

# The libraries that a program names.
needed_libraries() {
    readelf --dynamic --wide "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p'
}
