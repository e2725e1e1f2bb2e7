# The archive for every Linux whose glibc is new enough. Sourced by packaging/build.sh.

make_tarball() {
    local name=dicehall-$VERSION-x86_64-linux
    local folder=$scratch/$name
    install_program dicehall "$folder" 1
    install_program dicehall-server "$folder" 8
    install -m 644 README.md CHANGELOG.md LICENSE "$scratch/THIRD-PARTY-LICENSES.txt" "$folder/"
    install -d "$folder/docs"
    cp -r docs/*.md docs/operations docs/cluster docs/bots "$folder/docs/"
    same_times "$folder"
    tar --directory "$scratch" --create --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
        --mtime="@$SOURCE_DATE_EPOCH" --format=ustar "$name" | gzip "-${level}n" > "$out/$name.tar.gz"
}
